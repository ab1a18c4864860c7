"""Practice: a person's mistakes and missed wins as exercises, which come back until the person knows them."""
