"""What is made for people to read: rulebooks, and the pages that go with them."""
