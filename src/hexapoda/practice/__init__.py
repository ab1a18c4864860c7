"""Practice: a person's mistakes, missed wins and openings as exercises, repeated until they are known."""
