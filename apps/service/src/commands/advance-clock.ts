import type { Queryable } from "../platform/database.js";
import { moveClock } from "../store/write/clock.js";
import type { Door } from "./execute.js";
import { settleDue } from "./settle-due.js";

/** Sandbox: moves the deployment's clock ahead and writes everything that came due on the way, of every account. */
export async function advanceClock(db: Queryable, door: Door, seconds: number): Promise<void> {
  await moveClock(db, seconds);
  await settleDue(db, door, null);
}
