"""名单、对阵、成绩、积分 as lists that people take away: as a file, as a text for the chat, as a picture."""
