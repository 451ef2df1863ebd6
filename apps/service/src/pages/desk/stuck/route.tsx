import type { Handler } from "../../kit/route.js";
import type { DeskContext } from "../access.js";
import { loadAllStuck, type StuckServices } from "./load.js";
import { StuckPage } from "./view.js";

/** Money that came to a halt between us and a provider. */
export const showStuck: Handler<DeskContext, StuckServices> = async (context, { query }, services) => (
  <StuckPage {...(await loadAllStuck(context, services))} said={query["said"]} />
);
