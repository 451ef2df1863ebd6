/** Brings what the checks of CI need and the machine can make: it takes a minute that need not be waited for. */
import { bringHelm, bringValidator } from "./helm.mjs";
import { lackOf } from "./machine.mjs";

if (lackOf(["helm or go", "python3"]) === null) {
  for (const { reason } of await Promise.allSettled([bringHelm(), bringValidator()]))
    if (reason !== undefined) console.error(reason.message);
}
