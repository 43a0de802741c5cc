"""Build the page into wheels. An editable install gets it from run.py, which says so when it fails."""

import runpy
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PageHook(BuildHookInterface):  # type: ignore[type-arg]
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        if version != "editable":
            runpy.run_path("web/build.py")["build"]()
