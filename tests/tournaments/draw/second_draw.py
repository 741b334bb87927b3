"""The draw a second time, written from static/draw_check/draw.md alone: it imports nothing of the product and shares no
shortcut.

Everything is counted anew wherever it is needed, so it is slow; sections of the document are named.
"""

import hashlib
import json
from math import comb


def sha(text):
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


class Sequence:
    """§3."""

    def __init__(self, seed):
        self.numbers = self.unending(seed)

    @staticmethod
    def unending(seed):
        k = 0
        while True:
            digits = sha(f"{seed}:{k}")
            for start in range(0, 64, 8):
                yield int(digits[start : start + 8], 16)
            k += 1

    def below(self, n):
        while True:
            w = next(self.numbers)
            if w < 2**32 - 2**32 % n:
                return w % n

    def shuffle(self, items):
        items = list(items)
        i = len(items) - 1
        while i >= 1:
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]
            i -= 1
        return items


class SheetDraw:
    """§4."""

    def __init__(self, basis, sequence):
        self.size, self.sequence = basis["size"], sequence
        self.branch = {number: team["branch"] for number, team in enumerate(basis["teams"], start=1)}
        self.teams = sorted(self.branch)
        self.halves, self.first = basis["opposite_halves"], basis["separate_first_round"]
        self.wishes = {"seeds": [], "rounds": 1, "rested": [], "met": [], **basis.get("wishes", {})}
        self.stride = self.size // 2 + 1
        self.byes_in_all = self.size - len(self.teams)
        self.halvings = 0 if basis["way"] == "pairs" else 2

    def of_branch(self, branch):
        return [team for team in self.teams if self.branch[team] == branch]

    @property
    def branches(self):
        return sorted(set(self.branch.values()))

    def draw(self):
        wishes = self.wishes
        if len(wishes["seeds"]) > 1 or wishes["rounds"] > 1 or wishes["rested"] or wishes["met"]:
            return self.draw_with_wishes()
        if not self.first:
            return self.run(), "uniform"
        if max(len(self.of_branch(branch)) for branch in self.branches) > 4:
            return self.large(), "repaired"
        for _ in range(10_000):
            sheet = self.run()
            if self.pairs(sheet) <= self.unavoidable():
                return sheet, "uniform"
        return self.large(), "repaired"

    def byes(self, first, last, b, h):
        """§4.1, places first to last."""
        matches = range(first // 2, last // 2 + 1)
        if h == 0 or len(matches) == 1:
            return [2 * m + self.sequence.below(2) for m in self.sequence.shuffle(matches)[:b]]
        upper = b // 2
        if b % 2 == 1:
            upper += 1 - self.sequence.below(2)
        middle = (first + last + 1) // 2
        upper_byes = self.byes(first, middle - 1, upper, h - 1)
        return upper_byes + self.byes(middle, last, b - upper, h - 1)

    def run(self):
        byes = self.byes(0, self.size - 1, self.byes_in_all, self.halvings)
        places = [place for place in range(self.size) if place not in byes]
        if self.halves:
            upper, lower = self.split(len([place for place in places if place < self.size // 2]))
            order = self.sequence.shuffle(upper)
            order += self.sequence.shuffle(lower)
        else:
            order = self.sequence.shuffle(self.teams)
        standing = dict(zip(places, order, strict=True))
        return [standing.get(place) for place in range(self.size)]

    def split(self, u):
        """§4.2."""
        odd = self.sequence.shuffle([branch for branch in self.branches if len(self.of_branch(branch)) % 2 == 1])
        more = odd[: u - sum(len(self.of_branch(branch)) // 2 for branch in self.branches)]
        upper, lower = [], []
        for branch in self.branches:
            teams = self.sequence.shuffle(self.of_branch(branch))
            cut = len(teams) // 2 + (1 if branch in more else 0)
            upper.extend(teams[:cut])
            lower.extend(teams[cut:])
        return upper, lower

    def is_pair(self, sheet, place):
        one, two = sheet[place], sheet[place ^ 1]
        return one is not None and two is not None and self.branch[one] == self.branch[two]

    def pairs(self, sheet):
        return sum(self.is_pair(sheet, place) for place in range(0, self.size, 2))

    def unavoidable(self):
        return sum(max(0, len(self.of_branch(branch)) - self.size // 2) for branch in self.branches)

    def large(self):
        """§4.4."""
        sheet = self.run()
        undivided = not self.halves or self.size // 2 == 1
        half = self.size // 2
        for part in [range(self.size)] if undivided else [range(half), range(half, self.size)]:
            for match in part[::2]:
                if self.is_pair(sheet, match):
                    self.part_pair(sheet, match, part)
        return sheet

    def part_pair(self, sheet, match, part):
        branch = self.branch[sheet[match]]
        places = []
        for place in part:
            team, opponent = sheet[place], sheet[place ^ 1]
            if team is not None and self.branch[team] != branch and self.branch.get(opponent) != branch:
                places.append(place)
        if places:
            out = match + self.sequence.below(2)
            into = places[self.sequence.below(len(places))]
            sheet[out], sheet[into] = sheet[into], sheet[out]

    def seed_part(self, rank):
        power = 1
        while power < rank:
            power *= 2
        return max(2, self.size // power)

    def round_part(self):
        return max(2, min(2 ** self.wishes["rounds"], self.size // 2))

    def missed(self, sheet):
        """§4.5."""
        where = {team: place for place, team in enumerate(sheet) if team is not None}
        by_wish = {"seeds": [], "rounds": [], "rested": [], "met": []}
        seeds = self.wishes["seeds"]
        for i in range(1, len(seeds) + 1):
            for j in range(i + 1, len(seeds) + 1):
                one, two, part = seeds[i - 1], seeds[j - 1], self.seed_part(j)
                if where[one] // part == where[two] // part:
                    by_wish["seeds"].append([one, two])
        if self.wishes["rounds"] > 1:
            part = self.round_part()
            together = [
                (self.branch[one], where[one] // part, one, two)
                for one in self.teams
                for two in self.teams
                if one < two and self.branch[one] == self.branch[two] and where[one] // part == where[two] // part
            ]
            by_wish["rounds"] = [[one, two] for _, _, one, two in sorted(together)]
        by_wish["rested"] = [team for team in self.wishes["rested"] if sheet[where[team] ^ 1] is None]
        by_wish["met"] = [[one, two] for one, two in self.wishes["met"] if where[one] ^ 1 == where[two]]
        return by_wish

    def misses(self, sheet):
        missed = self.missed(sheet)
        kinds = [len(missed[kind]) for kind in ("seeds", "rounds", "rested", "met")]
        return [self.pairs(sheet) if self.first else 0, *kinds]

    def least(self):
        within = 0
        if self.wishes["rounds"] > 1:
            parts = self.size // self.round_part()
            for branch in self.branches:
                q, r = divmod(len(self.of_branch(branch)), parts)
                within += r * comb(q + 1, 2) + (parts - r) * comb(q, 2)
        rested = max(0, self.byes_in_all - (len(self.teams) - len(self.wishes["rested"])))
        return [self.unavoidable() if self.first else 0, 0, within, rested, 0]

    def draw_with_wishes(self):
        least = self.least()
        for _ in range(max(1, 32768 // self.size)):
            sheet = self.run()
            if self.misses(sheet) == least:
                return sheet, "uniform"
        attempts = []
        for _ in range(max(1, 2048 // self.size)):
            sheet = self.large()
            self.mend(sheet, least)
            attempts.append(sheet)
            if self.misses(sheet) == least:
                break
        return min(attempts, key=self.misses), "repaired"

    def mend(self, sheet, least):
        """§4.6."""
        for kind in range(5):
            looks, changed = 3 * self.size, True
            while changed and looks > 0:
                changed = False
                for p in range(self.size):
                    if looks == 0 or self.misses(sheet)[kind] <= least[kind] or sheet[p] is None:
                        continue
                    if self.part_of(sheet, sheet[p])[kind] > 0:
                        used, made = self.move(sheet, p, kind, looks)
                        looks -= used
                        changed = changed or made

    def move(self, sheet, p, kind, looks):
        s, harmless = self.sequence.below(self.size), None
        for t in range(min(self.size, looks)):
            q = (s + t * self.stride) % self.size
            if not self.is_possible(sheet, p, q):
                continue
            change = self.change(sheet, p, q)
            if change < [0] * 5:
                sheet[p], sheet[q] = sheet[q], sheet[p]
                return t + 1, True
            if harmless is None and not any(change[: kind + 1]):
                harmless = q
        if harmless is not None:
            sheet[p], sheet[harmless] = sheet[harmless], sheet[p]
        return min(self.size, looks), harmless is not None

    def is_possible(self, sheet, p, q):
        if p == q or sheet[p] is None or sheet[q] is None:
            return False
        half = self.size // 2
        one, two = self.branch[sheet[p]], self.branch[sheet[q]]
        if not self.halves or (p < half) == (q < half) or one == two:
            return True
        after = list(sheet)
        after[p], after[q] = after[q], after[p]
        for branch in (one, two):
            teams = self.of_branch(branch)
            above = sum(team in after[:half] for team in teams)
            if abs(above - (len(teams) - above)) > 1:
                return False
        return True

    def change(self, sheet, p, q):
        one, two = sheet[p], sheet[q]
        before = [self.part_of(sheet, one), self.part_of(sheet, two)]
        after_sheet = list(sheet)
        after_sheet[p], after_sheet[q] = two, one
        after = [self.part_of(after_sheet, one), self.part_of(after_sheet, two)]
        return [after[0][i] + after[1][i] - before[0][i] - before[1][i] for i in range(5)]

    def part_of(self, sheet, team):
        missed = self.missed(sheet)
        pair = self.first and self.is_pair(sheet, sheet.index(team))
        return [
            1 if pair else 0,
            sum(team in together for together in missed["seeds"]),
            sum(team in together for together in missed["rounds"]),
            sum(team == other for other in missed["rested"]),
            sum(team in together for together in missed["met"]),
        ]


def draw_numbers(basis, sequence):
    """§5."""
    teams, size = list(range(1, len(basis["teams"]) + 1)), basis["size"]
    if basis["groups"] == 1:
        return sequence.shuffle(teams + [None] * (size - len(teams))), "shuffled"
    by_branches = basis["separate_first_round"]
    if not by_branches:
        basis = basis | {"teams": [team | {"branch": i} for i, team in enumerate(basis["teams"], start=1)]}
    wished = GroupWishes(basis, sequence)
    if len(wished.seeds) < 2 and not wished.pairs:
        return deal(basis, sequence), "dealt" if by_branches else "shuffled"
    attempts = []
    for _ in range(max(1, 2048 // size)):
        positions = deal(basis, sequence)
        wished.mend(positions, [0] * 5)
        attempts.append(positions)
        if not any(wished.misses(positions)):
            break
    return min(attempts, key=wished.misses), "dealt" if by_branches else "repaired"


class GroupWishes(SheetDraw):
    """§5: what is mended otherwise than in a sheet."""

    def __init__(self, basis, sequence):
        super().__init__(basis, sequence)
        self.groups, self.stride = basis["groups"], 1
        self.seeds, self.pairs = self.wishes["seeds"], self.wishes["met"]

    def missed(self, positions):
        group = {team: place % self.groups for place, team in enumerate(positions)}
        apart = [
            [self.seeds[i - 1], self.seeds[j - 1]]
            for i in range(1, len(self.seeds) + 1)
            for j in range(i + 1, len(self.seeds) + 1)
            if (i - 1) // self.groups == (j - 1) // self.groups
        ]
        seeds, met = ([[a, b] for a, b in wish if group[a] == group[b]] for wish in (apart, self.pairs))
        return {"seeds": seeds, "rounds": [], "rested": [], "met": met}

    def misses(self, positions):
        missed = self.missed(positions)
        return [0, len(missed["seeds"]), 0, 0, len(missed["met"])]

    def part_of(self, positions, team):
        missed = self.missed(positions)
        seeds, met = (sum(team in together for together in missed[kind]) for kind in ("seeds", "met"))
        return [0, seeds, 0, 0, met]

    def is_possible(self, positions, p, q):
        if positions[p] is None or positions[q] is None or p % self.groups == q % self.groups:
            return False
        after = list(positions)
        after[p], after[q] = after[q], after[p]
        for branch in {self.branch[positions[p]], self.branch[positions[q]]}:
            teams = self.of_branch(branch)
            for g in (p % self.groups, q % self.groups):
                here = sum(team in after[g :: self.groups] for team in teams)
                if not len(teams) // self.groups <= here <= -(-len(teams) // self.groups):
                    return False
        return True


def deal(basis, sequence):
    branch = {number: team["branch"] for number, team in enumerate(basis["teams"], start=1)}
    size, groups = basis["size"], basis["groups"]
    row = []
    for each in sequence.shuffle(sorted(set(branch.values()))):
        row += sequence.shuffle([team for team in sorted(branch) if branch[team] == each])
    positions = [None] * size
    for g in range(groups):
        for i, team in enumerate(sequence.shuffle(row[g::groups])):
            positions[g + i * groups] = team
    return positions


def draw_places(basis, sequence):
    """§6."""
    ranking = list(range(1, len(basis["teams"]) + 1))
    if basis["way"] == "ranks":
        ranks = basis["ranks"]
        line = sequence.shuffle(basis["line"])
        ranking = [team for rank in sorted({*ranks} - {0}) for team in line if ranks[team - 1] == rank]
        ranking += [team for team in line if ranks[team - 1] == 0]
    return [ranking[rank - 1] if rank else None for rank in basis["layout"]], ""


def drawn(basis_text, seed):
    """Positions, method and what is missed."""
    basis, sequence = json.loads(basis_text), Sequence(seed)
    nothing = {"seeds": [], "rounds": [], "rested": [], "met": []}
    if basis["way"] in ("sheet", "pairs"):
        sheet_draw = SheetDraw(basis, sequence)
        sheet, method = sheet_draw.draw()
        return sheet, method, sheet_draw.missed(sheet)
    if basis["way"] == "numbers":
        positions, method = draw_numbers(basis, sequence)
        return positions, method, GroupWishes(basis, sequence).missed(positions) if basis["groups"] > 1 else nothing
    return (*draw_places(basis, sequence), nothing)


def seed_of(secret, numbers):
    """§2."""
    return sha("\n".join([secret, *numbers]))
