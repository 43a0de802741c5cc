"""A pool whose threads all run before they are needed."""

import threading

from chocolatl.server.started_pool import started_pool


def test_all_threads_run_at_once_and_none_is_started_later():
    pool = started_pool(3, "pool-of-the-test")
    running = [thread for thread in threading.enumerate() if thread.name.startswith("pool-of-the-test")]
    assert len(running) == 3
    seen = {pool.submit(threading.current_thread).result() for _ in range(20)}
    assert seen <= set(running)
    pool.shutdown()
