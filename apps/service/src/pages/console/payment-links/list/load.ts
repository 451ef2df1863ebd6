import { listPaymentLinks, type PaymentLink } from "../../../../store/read/orders/payment-links.js";
import type { Asked } from "../../../kit/answer.js";
import { daysOf, readTyped } from "../../../kit/list-query.js";
import { keptOf, type Opened } from "../../../kit/listed.js";
import type { ConsoleContext } from "../../context.js";
import type { ConsoleServices } from "../../services.js";

export type ListedLink = PaymentLink & { readonly position: string };

/** The links of an account that many can use, of some days or all. */
export function openPaymentLinks(
  { member, site }: ConsoleContext,
  query: Asked["query"],
  { db }: Pick<ConsoleServices, "db">,
): Opened<ListedLink> {
  const typed = readTyped(query);
  return {
    query: keptOf({ from: typed.from, until: typed.until }),
    list: listPaymentLinks(db, member.account, daysOf(typed, site)),
  };
}
