"""Commands that the page starts for the owner of the data folder, each in a process of its own."""
