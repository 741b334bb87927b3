/* Back to the form at once; without this script it takes one press. */
document.getElementById("resume").requestSubmit();
