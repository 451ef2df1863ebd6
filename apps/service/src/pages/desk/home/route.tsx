import type { Handler } from "../../kit/route.js";
import type { DeskContext } from "../access.js";
import type { AllReads } from "../load.js";
import { loadAllPending, type PendingReads } from "./load.js";
import { HomePage } from "./view.js";

/** What waits for operators. */
export const showDesk: Handler<DeskContext, AllReads & PendingReads> = async (context, _asked, services) => (
  <HomePage {...(await loadAllPending(context, services))} />
);
