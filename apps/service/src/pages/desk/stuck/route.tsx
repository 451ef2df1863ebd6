import type { Handler } from "../../kit/route.js";
import type { DeskContext } from "../access.js";
import { loadAllStuck, loadSeconds, type StuckServices } from "./load.js";
import { StuckPage } from "./view.js";

/** Money that came to a halt between us and a provider. */
export const showStuck: Handler<DeskContext, StuckServices> = async (context, { query }, services) => {
  const all = await loadAllStuck(context, services);
  return <StuckPage {...all} seconds={await loadSeconds(context, all.stuck, services)} said={query["said"]} />;
};
