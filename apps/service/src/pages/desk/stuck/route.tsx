import type { Handler } from "../../kit/route.js";
import type { DeskContext } from "../access.js";
import { loadStuck, type StuckServices } from "./load.js";
import { StuckPage } from "./view.js";

/** Money that came to a halt between us and a provider. */
export const showStuck: Handler<DeskContext, StuckServices> = async (context, { query }, services) => (
  <StuckPage context={context} stuck={await loadStuck(services)} said={query["said"]} />
);
