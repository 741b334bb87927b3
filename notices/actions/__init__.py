"""What the office does about notices: sends again, words, announces, and says which channels hear them."""
