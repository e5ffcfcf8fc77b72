"""Reading YAML files strictly: every fault at once, each with its place, none of them a crash."""
