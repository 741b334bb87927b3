"""赛制建议 (forecast): what formats fit teams, tables and days, and what each of them would bring. Plain values in and
out; nothing here knows a database.

Matches, rounds and byes are asked of the formats that will play them; how long matches last and who wins them is played
by the rules of the game under the assumptions of `race`. The same question always has the same answer.
"""
