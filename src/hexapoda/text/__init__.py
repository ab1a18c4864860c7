"""Text for users: translatable sentences, tables, lines of play, diagrams, pictures, suggestions."""
