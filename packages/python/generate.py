"""Makes `holdfast/client` from the published document, with the generator that pyproject.toml pins. Every build does so first.

Usage: python generate.py [DOCUMENT]
"""

import os
import subprocess
import sys
import tomllib
from importlib.metadata import version
from pathlib import Path

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ModuleNotFoundError:  # run by hand, without the build system
    BuildHookInterface = object

HERE = Path(__file__).parent
DOCUMENT = HERE / "../../docs/api/openapi.json"
GENERATOR = "openapi-python-client"
FORMATTER = "ruff"


def generate(document: Path = DOCUMENT) -> None:
    """Writes the same bytes from the same document. Exits when a tool has another version than the pinned one."""
    pins = tomllib.loads((HERE / "pyproject.toml").read_text())["build-system"]["requires"]
    for tool in (GENERATOR, FORMATTER):
        if f"{tool}=={version(tool)}" not in pins:
            sys.exit(f"{tool} {version(tool)} is not the one that pyproject.toml pins")
    command = [sys.executable, "-m", "openapi_python_client", "generate", "--meta", "none", "--overwrite", "--fail-on-warning"]
    # The generator looks for its formatter on the path.
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    subprocess.run(
        [*command, "--path", str(document), "--output-path", str(HERE / "holdfast/client")],
        check=True,
        env={**os.environ, "PATH": path},
    )


class GenerateClient(BuildHookInterface):
    def initialize(self, version: str, build_data: dict) -> None:
        generate()


if __name__ == "__main__":
    generate(*(Path(argument) for argument in sys.argv[1:]))
