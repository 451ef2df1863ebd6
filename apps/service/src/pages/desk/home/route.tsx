import type { PersonContext } from "../../kit/person-context.js";
import type { Handler } from "../../kit/route.js";
import type { DeskReads } from "../load.js";
import { loadWaiting } from "./load.js";
import { HomePage } from "./view.js";

/** What waits for operators. */
export const showDesk: Handler<PersonContext, DeskReads> = async (context, _asked, services) => (
  <HomePage context={context} waiting={await loadWaiting(services)} />
);
