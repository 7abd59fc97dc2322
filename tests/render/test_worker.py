import asyncio
import multiprocessing
import os
import signal
import subprocess
import sys

import pytest

from bot.render import Priority, Renderer, render_picture
from tests.render.samples import Look, hand_of, table_of

pytestmark = pytest.mark.slow

BOARDS = [table_of(game, Look(viewer=None)) for game in hand_of("42")[:8]]
PARENT = """
import asyncio
from bot.render import Renderer

async def main():
    await Renderer().start()
    print("warm", flush=True)
    await asyncio.Event().wait()

if __name__ == "__main__":
    asyncio.run(main())
"""


@pytest.fixture
async def renderer():
    renderer = Renderer()
    yield renderer
    await renderer.close()


async def test_worker_renders_the_same_bytes_as_a_direct_call(renderer):
    await renderer.start()
    assert await renderer.render(BOARDS[0]) == render_picture(BOARDS[0])


async def test_finished_picture_is_cached(renderer):
    twice = [await renderer.render(BOARDS[0]) for _ in range(2)]
    together = await asyncio.gather(*(renderer.render(BOARDS[1]) for _ in range(3)))
    assert twice[0] == twice[1]
    assert len(set(together)) == 1
    assert renderer.rendered == 2


async def test_cache_evicts_the_oldest_pictures():
    renderer = Renderer(most_cached=1)
    for board in (BOARDS[0], BOARDS[1], BOARDS[0]):
        await renderer.render(board)
    await renderer.close()
    assert renderer.rendered == 3


async def test_picture_for_an_answer_is_rendered_first(renderer):
    await renderer.start()
    order = []

    async def rendered(name, board, priority=Priority.WATCHING):
        await renderer.render(board, priority=priority)
        order.append(name)

    await asyncio.gather(
        rendered("at work", BOARDS[0]),
        rendered("waits", BOARDS[1]),
        rendered("waits longer", BOARDS[2]),
        rendered("in turn", BOARDS[3], Priority.IN_TURN),
        rendered("pressed", BOARDS[4], Priority.PRESSED),
        rendered("pressed, too", BOARDS[5], Priority.PRESSED),
    )
    assert order == ["at work", "pressed", "pressed, too", "in turn", "waits", "waits longer"]


async def test_abandoned_picture_is_not_rendered(renderer):
    await renderer.start()
    first, second, third = (asyncio.create_task(renderer.render(board)) for board in BOARDS[:3])
    await asyncio.sleep(0)
    second.cancel()
    assert await third == render_picture(BOARDS[2])
    assert await first == render_picture(BOARDS[0])
    assert await renderer.render(BOARDS[3]) == render_picture(BOARDS[3])
    assert renderer.rendered == 3


async def test_abandoned_picture_already_started_is_cached(renderer):
    await renderer.start()
    first, second = (asyncio.create_task(renderer.render(board)) for board in BOARDS[:2])
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    first.cancel()
    assert await second == render_picture(BOARDS[1])
    assert renderer.rendered == 2
    assert await renderer.render(BOARDS[0]) == render_picture(BOARDS[0])
    assert renderer.rendered == 2


async def test_dead_worker_is_replaced(renderer):
    await renderer.start()
    (worker,) = multiprocessing.active_children()
    os.kill(worker.pid, signal.SIGKILL)
    worker.join()
    assert await renderer.render(BOARDS[0]) == render_picture(BOARDS[0])


async def test_worker_survives_a_drawing_error(renderer):
    with pytest.raises(ValueError, match="no image"):
        await renderer.shrink_avatar(b"not an image")
    assert await renderer.render(BOARDS[0]) == render_picture(BOARDS[0])


def test_workers_exit_when_their_parent_is_killed(tmp_path):
    script = tmp_path / "parent.py"
    script.write_text(PARENT)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    parent = subprocess.Popen(
        [sys.executable, str(script)], stdout=subprocess.PIPE, env=environment
    )
    with parent:
        assert parent.stdout.readline() == b"warm\n"
        parent.kill()
        # the workers share a pipe, which closes only when the last of them has exited
        assert parent.stdout.read() == b""
