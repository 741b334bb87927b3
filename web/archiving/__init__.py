"""An event taken out of the site: its public pages as a website of files, and all of it in one file."""
