"""条文: the sentences of a regulation, each made by a function of named settings and of nothing else."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Sentence:
    """``settings``: what ``words`` reads of its source, the one that it is about first. "" where there is nothing to
    say."""

    settings: tuple[str, ...]
    words: Callable[[Any], str]


class Sentences(dict[str, Sentence]):
    """The sentences about one kind of source (a rule set, a format, an event) by their anchor, in order."""

    def about(self, anchor: str, *settings: str) -> Callable[[Callable[[Any], str]], Callable[[Any], str]]:
        """Decorates the function that makes the sentence from these settings."""

        def register(words: Callable[[Any], str]) -> Callable[[Any], str]:
            self[anchor] = Sentence(settings, words)
            return words

        return register

    def of(self, source: object) -> dict[str, str]:
        """Anchor → sentence, in the reader's language; empty where its settings say nothing."""
        return {anchor: sentence.words(source) for anchor, sentence in self.items()}

    @property
    def settings(self) -> set[str]:
        """All settings that some sentence is made of."""
        return {setting for sentence in self.values() for setting in sentence.settings}
