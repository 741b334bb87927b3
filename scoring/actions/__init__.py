"""Changes of clocks and sheets. Teams, matches and who may act are the caller's business."""
