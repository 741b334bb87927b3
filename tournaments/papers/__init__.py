"""What an office lays its own papers out with: a Word template, pictures, the wording of a certificate. No database."""
