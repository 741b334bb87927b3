"""文书: the papers of an event, typeset; what the other rooms show on screens stands here on paper."""
