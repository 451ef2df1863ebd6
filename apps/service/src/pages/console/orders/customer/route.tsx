import type { Handler } from "../../../kit/route.js";
import type { ConsoleContext } from "../../context.js";
import { type CustomerServices, loadCustomer } from "./load.js";
import { CustomerPage } from "./view.js";

/** Who bought an order, and all that they have ordered from this seller. */
export const showCustomer: Handler<ConsoleContext, CustomerServices> = async (context, asked, services) => (
  <CustomerPage context={context} seen={await loadCustomer(context, asked, services)} />
);
