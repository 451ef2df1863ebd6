import type { Handler } from "../../../kit/route.js";
import type { ConsoleContext } from "../../context.js";
import { type LinkServices, loadSellerLink } from "./load.js";
import { saidIn } from "./said.js";
import { PaymentLinkPage } from "./view.js";

/** One link that many can use. */
export const showPaymentLink: Handler<ConsoleContext, LinkServices> = async (context, asked, services) => (
  <PaymentLinkPage context={context} seen={await loadSellerLink(context, asked, services)} said={saidIn(asked)} />
);
