/** The service as a program. */
import { run } from "./run.js";

await run();
