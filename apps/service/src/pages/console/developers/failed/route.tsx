import type { Handler } from "../../../kit/route.js";
import type { ConsoleContext } from "../../context.js";
import { type FailedServices, loadFailed } from "./load.js";
import { saidIn } from "./said.js";
import { FailedPage } from "./view.js";

/** The deliveries to an endpoint that were given up. */
export const showFailed: Handler<ConsoleContext, FailedServices> = async (context, asked, services) => (
  <FailedPage
    context={context}
    {...(await loadFailed(context, asked, services))}
    said={saidIn(asked, context.locale)}
  />
);
