"""Programs that talk in lines over pipes: starting, reading, writing, deadlines."""
