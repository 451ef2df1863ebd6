/** `holdfast`: the command line (operating contract, "The command line"). Exit 0 done, 1 refused, 2 usage, 78 configuration. */
import { commandLine } from "./program.js";

// Not awaited: a process that nothing keeps busy any more has ended well.
void commandLine(process.argv.slice(2));
