"""Answers that are searched for while they are taken."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from types import TracebackType
from typing import Self, TypeVar

from cpmodels.search.run import Clock

T = TypeVar("T")


class Lazy(Iterator[T]):
    """An iterator over answers that has a search behind it, and ends it when it is closed."""

    _clock: Clock

    @property
    def seconds(self) -> float:
        """Seconds since the start, all preparation included."""
        return self._clock.seconds

    @abstractmethod
    def close(self) -> None:
        """End the search.  Closing twice does nothing."""

    def __iter__(self) -> Self:
        return self

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
