/** What the pages of the desk are built on. */
import type { Door } from "../../commands/execute.js";
import type { Config } from "../../config.js";
import type { Database } from "../../platform/database.js";

export type DeskServices = {
  readonly db: Database;
  readonly door: Door;
  readonly config: Pick<Config, "fees">;
};
