import { listed } from "../../../kit/listed.js";
import { pageIn } from "../../../kit/paging.js";
import type { Handler } from "../../../kit/route.js";
import type { ConsoleContext } from "../../context.js";
import type { ConsoleServices } from "../../services.js";
import { openPaymentLinks } from "./load.js";
import { PaymentLinksPage } from "./view.js";

/** The links of an account that many can use. */
export const showPaymentLinks: Handler<ConsoleContext, Pick<ConsoleServices, "db">> = async (
  context,
  { query },
  services,
) => {
  const opened = openPaymentLinks(context, query, services);
  return <PaymentLinksPage context={context} listed={await listed(opened, pageIn(query, "uuid"), context.seller)} />;
};
