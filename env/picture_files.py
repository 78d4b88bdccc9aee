"""Where pictures may be written, and writing them all or nothing."""

import os
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Final

PICTURE_SUFFIXES: Final = (".png", ".svg")
ANIMATION_SUFFIXES: Final = (".gif",)


class PictureError(ValueError):
    """A picture or an animation cannot be written there; the message is one line."""


def check_picture_path(path: str | Path, suffixes: Sequence[str] = PICTURE_SUFFIXES) -> None:
    """Make sure, without creating anything, that a file can be written there.

    Raises:
        PictureError: the suffix is not one of ``suffixes``, or the folder is not there or is
            not writable.
    """
    place = Path(path)
    allowed = " or ".join(suffixes)
    if place.suffix.lower() not in suffixes:
        raise PictureError(f"{str(path)!r}: the name of the picture must end in {allowed}")
    try:
        if place.is_dir():
            reason = "it is a folder"
        elif not place.parent.is_dir():
            reason = f"there is no folder {str(place.parent)!r}"
        elif not os.access(place.parent, os.W_OK | os.X_OK):
            reason = f"the folder {str(place.parent)!r} is not writable"
        else:
            return
    except OSError as error:
        reason = error.strerror or type(error).__name__
    raise _unwritable(path, reason)


def _unwritable(path: str | Path, reason: str) -> PictureError:
    return PictureError(f"{str(path)!r}: cannot write the picture: {' '.join(reason.split())}")


def write_whole(path: str | Path, content: bytes) -> None:
    """Write a file all or nothing: beside its place first, then moved there.

    Raises:
        PictureError: the file cannot be written; nothing is left behind.
    """
    place = Path(path)
    # A short name of its own: the longest allowed name has no room for an ending.
    temporary = place.parent / f".baulk-{secrets.token_hex(6)}.tmp"
    try:
        try:
            temporary.write_bytes(content)
            os.replace(temporary, place)
        finally:
            temporary.unlink(missing_ok=True)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
        raise _unwritable(path, reason) from error
