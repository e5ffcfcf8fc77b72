"""What is published: the pages that are made of the edition, and the site that they stand in."""
