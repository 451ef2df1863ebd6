import type { Handler } from "../../../kit/route.js";
import type { ConsoleContext } from "../../context.js";
import { loadRequest, type RequestServices } from "./load.js";
import { RequestPage } from "./view.js";

/** One request of the log. */
export const showRequest: Handler<ConsoleContext, RequestServices> = async (context, asked, services) => (
  <RequestPage context={context} {...(await loadRequest(context, asked, services))} />
);
