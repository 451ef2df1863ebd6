import { parseUuid } from "../../../../domain/ids.js";
import {
  type Customer,
  findBuyer,
  listCustomerNotes,
  type OrderNote,
  readCustomer,
} from "../../../../store/read/console/customers.js";
import { type EscrowLine, listCustomerOrders } from "../../../../store/read/console/orders.js";
import type { Asked } from "../../../kit/answer.js";
import type { Listed } from "../../../kit/listed.js";
import { pageIn } from "../../../kit/paging.js";
import { PageRefusal } from "../../../kit/refusal.js";
import type { ConsoleContext } from "../../context.js";
import type { ConsoleServices } from "../../services.js";
import { settle } from "../../settled.js";

export type CustomerServices = Pick<ConsoleServices, "db" | "settleDue">;

export type CustomerView = {
  /** The order that led here. */
  readonly escrow: OrderNote["escrow"];
  readonly customer: Customer;
  readonly orders: Listed<EscrowLine>;
  /** The newest of those that were ever disputed. */
  readonly disputes: readonly EscrowLine[];
  readonly notes: readonly OrderNote[];
};

const DISPUTES_SHOWN = 10;

/** @throws PageRefusal not_found, for another account's order as for one that does not exist. */
export async function loadCustomer(
  context: ConsoleContext,
  { params, query }: Pick<Asked, "params" | "query">,
  services: CustomerServices,
): Promise<CustomerView> {
  const { db } = services;
  const { seller, member } = context;
  const { account } = member;
  const escrow = parseUuid("escrow", params["escrow"] ?? "");
  const email = escrow === null ? null : await findBuyer(db, account, escrow);
  if (escrow === null || email === null) throw new PageRefusal("not_found");
  await settle(context, services);
  const [customer, page, disputed, notes] = await Promise.all([
    readCustomer(db, account, email),
    listCustomerOrders(db, account, { email, isDisputed: false }).page(pageIn(query, "uuid")),
    listCustomerOrders(db, account, { email, isDisputed: true }).page({ limit: DISPUTES_SHOWN, from: null }),
    listCustomerNotes(db, account, email),
  ]);
  return {
    escrow,
    customer,
    orders: { query: {}, page, oldestFirst: false, now: seller.now },
    disputes: disputed.rows,
    notes,
  };
}
