import type { Handler } from "../../kit/route.js";
import type { DeskContext } from "../access.js";
import type { DeskReads } from "../load.js";
import { loadWaiting } from "./load.js";
import { HomePage } from "./view.js";

/** What waits for operators. */
export const showDesk: Handler<DeskContext, DeskReads> = async (context, _asked, services) => (
  <HomePage context={context} waiting={await loadWaiting(services)} />
);
