"""Texts for people: sentences in two languages, tables, numbers with units, suggestions."""
