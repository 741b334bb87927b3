"""彩排: a whole event played through the pages that people use."""
