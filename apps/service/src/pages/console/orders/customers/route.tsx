import type { Handler } from "../../../kit/route.js";
import type { ConsoleContext } from "../../context.js";
import { type CustomersServices, loadCustomers } from "./load.js";
import { CustomersPage } from "./view.js";

/** Who has ordered from this seller. */
export const showCustomers: Handler<ConsoleContext, CustomersServices> = async (context, { query }, services) => (
  <CustomersPage context={context} listed={await loadCustomers(context, query, services)} />
);
