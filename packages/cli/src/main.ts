/** `holdfast`: the command line (operating contract, "The command line"). Exit 0 done, 1 refused, 2 usage. */
import { ConfigError, EXIT_CONFIG } from "@holdfast/service/admin";
import { CommanderError } from "commander";
import { program } from "./program.js";
import { EXIT_REFUSED } from "./run.js";

const EXIT_USAGE = 2;

/** One line on stderr whatever went wrong, and the exit code that scripts rely on. */
function fail(error: unknown): number {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return 0;
    const isHelp = error.code === "commander.help";
    process.stderr.write(
      isHelp
        ? "holdfast: name a command; --help lists them\n"
        : `holdfast: ${error.message.replace(/^error: /, "").replaceAll("\n", " ")}\n`,
    );
    return EXIT_USAGE;
  }
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`holdfast: ${message.split("\n")[0]}\n`);
  if (error instanceof ConfigError) return EXIT_CONFIG;
  return EXIT_REFUSED;
}

program()
  .parseAsync()
  .catch((error: unknown) => {
    process.exitCode = fail(error);
  });
