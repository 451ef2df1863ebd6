import type { Handler } from "../../../kit/route.js";
import type { ConsoleContext } from "../../context.js";
import { emptyLink } from "./form.js";
import { NewPaymentLinkPage } from "./view.js";

/** The form of a link that many can use. */
export const showNewPaymentLink: Handler<ConsoleContext, unknown> = (context) => (
  <NewPaymentLinkPage context={context} typed={emptyLink()} problems={{}} />
);
