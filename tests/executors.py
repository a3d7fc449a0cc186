"""Executors that stop a sweep, or lose a worker of it, at a certain task: neither too early nor too late anywhere."""

from concurrent.futures import Executor


class Stopping(Executor):
    """An executor that hands on this many tasks; then Ctrl-C comes."""

    def __init__(self, tasks, executor=None):
        self.left, self.executor = tasks, executor

    def submit(self, *task):
        if not self.left:
            raise KeyboardInterrupt
        self.left -= 1
        return self.executor.submit(*task)


class Killing(Executor):
    """An executor that hands on all tasks, and then kills a worker when it has handed on this many, again and again.

    kill: kills a worker.
    """

    def __init__(self, executor, kill, *tasks):
        self.executor, self.kill, self.tasks, self.taken = executor, kill, tasks, 0

    def submit(self, *task):
        self.taken += 1
        future = self.executor.submit(*task)
        if self.taken in self.tasks:
            self.kill()
        return future
