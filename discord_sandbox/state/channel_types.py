"""Discord's channel types: which have messages, and which threads each can start.

From "Channel Types", "Start Thread from Message" and "Start Thread without Message" in Discord's
documentation of channels, and its topic on threads.
"""

from __future__ import annotations

from collections.abc import Mapping

TEXT = 0
DIRECT = 1
VOICE = 2
GROUP = 3
CATEGORY = 4
NEWS = 5
NEWS_THREAD = 10
PUBLIC_THREAD = 11
PRIVATE_THREAD = 12
STAGE = 13
FORUM = 15
MEDIA = 16
THREADS = (NEWS_THREAD, PUBLIC_THREAD, PRIVATE_THREAD)
#: Reading their chat needs CONNECT.
VOICED = (VOICE, STAGE)
#: They contain posts, which are threads, and no messages of their own.
FORUMS = (FORUM, MEDIA)
WITHOUT_MESSAGES = (CATEGORY, *FORUMS)
#: Channel type -> the thread types it can start; the first one is for threads from a message.
STARTS: Mapping[int, tuple[int, ...]] = {
    TEXT: (PUBLIC_THREAD, PRIVATE_THREAD),
    NEWS: (NEWS_THREAD,),
}
