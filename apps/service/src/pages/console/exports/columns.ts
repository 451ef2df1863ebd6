/** What the files of lists have in them. Sums are in USD. */
import { formatAmount } from "../../../domain/currencies.js";
import { formatId } from "../../../domain/ids.js";
import { CURRENCY, formatMoney } from "../../../domain/money.js";
import type { EscrowLine, SessionLine } from "../../../store/read/console/orders.js";
import type { RequestRow } from "../../../store/read/console/requests.js";
import type { PayoutView } from "../../../store/read/money/wallet.js";
import type { ListedDispute } from "../../../store/read/orders/disputes.js";
import type { EventLine } from "../../../store/read/webhooks/events.js";
import { plainMoneys } from "../../../words/presented.js";
import { type Column, moment, quoted } from "../../kit/csv.js";
import { requestName } from "../developers/request-id.js";
import type { ListedLink } from "../payment-links/list/load.js";
import { offerOf } from "../payment-links/pieces.js";
import { destinationLabel } from "../wallet/words.js";

export const SESSION_COLUMNS: readonly Column<SessionLine>[] = [
  ["Session", (one) => quoted(formatId("session", one.position))],
  moment("Created", (one) => one.created),
  ["Title", (one) => quoted(one.title)],
  ["External reference", (one) => quoted(one.externalReference)],
  ["Customer email", (one) => quoted(one.customerEmail)],
  ["Status", (one) => quoted(one.status)],
  ["Order status", (one) => quoted(one.orderStatus ?? "")],
  ["You get (USD)", (one) => formatMoney(one.amount)],
  ["Buyer pays (USD)", (one) => formatMoney(one.total)],
];

export const LINK_COLUMNS: readonly Column<ListedLink>[] = [
  ["Link", (one) => quoted(one.id)],
  moment("Created", (one) => one.created),
  ["Title", (one) => quoted(offerOf(one).title)],
  ["Status", (one) => quoted(one.standing)],
  ["Amount (USD)", (one) => formatMoney(offerOf(one).amount)],
  ["Orders", (one) => String(one.taken)],
  ["Largest number of orders", (one) => (one.ordersMax === null ? "" : String(one.ordersMax))],
  ["Opened", (one) => String(one.opened)],
  moment("Expires", (one) => one.expiresAt),
];

export const ESCROW_COLUMNS: readonly Column<EscrowLine>[] = [
  ["Escrow", (one) => quoted(one.position)],
  moment("Confirmed", (one) => one.created),
  ["Reference code", (one) => quoted(one.referenceCode)],
  ["Title", (one) => quoted(one.title)],
  ["External reference", (one) => quoted(one.externalReference)],
  ["Buyer email", (one) => quoted(one.buyerEmail)],
  ["Status", (one) => quoted(one.status)],
  ["Dispute", (one) => quoted(one.disputeReference ?? "")],
  ["Milestones to deliver", (one) => String(one.toDeliver)],
  ["Milestones in review", (one) => String(one.toReview)],
  ["Method", (one) => quoted(one.method ?? "")],
  ["You get (USD)", (one) => formatMoney(one.amount)],
  ["Buyer pays (USD)", (one) => formatMoney(one.total)],
  ["Refunded (USD)", (one) => formatMoney(one.refunded)],
  ["Paid in other currencies", (one) => quoted(one.paid === null ? "" : plainMoneys(one.paid))],
];

export const DISPUTE_COLUMNS: readonly Column<ListedDispute>[] = [
  ["Dispute", (one) => quoted(one.reference)],
  moment("Opened", (one) => one.openedAt),
  moment("Last activity", (one) => one.lastAt),
  ["Escrow", (one) => quoted(one.escrow)],
  ["Reference code", (one) => quoted(one.escrowReference)],
  ["Title", (one) => quoted(one.title)],
  ["External reference", (one) => quoted(one.externalReference)],
  ["Buyer email", (one) => quoted(one.buyerEmail)],
  ["Status", (one) => quoted(one.status)],
  ["Left (USD)", (one) => formatMoney(one.left)],
  ["Files", (one) => String(one.files)],
];

export const PAYOUT_COLUMNS: readonly Column<PayoutView>[] = [
  ["Payout", (one) => String(one.number)],
  moment("Created", (one) => one.created),
  ["Status", (one) => quoted(one.status)],
  ["To", (one) => quoted(destinationLabel(one.to, "en"))],
  ["Name", (one) => quoted(one.to.name)],
  ["Requested by", (one) => quoted(one.requestedByName ?? "")],
  ["Amount (USD)", (one) => formatMoney(one.amount)],
  [
    "Paid amount",
    ({ amount, presented }) => formatAmount(presented?.amount ?? amount, presented?.currency ?? CURRENCY),
  ],
  ["Paid currency", ({ presented }) => presented?.currency ?? CURRENCY],
  ["Rate for 1 USD", ({ presented }) => presented?.rate ?? ""],
  ["Margin (%)", ({ presented }) => (presented === null ? "" : String(presented.marginBps / 100))],
];

export const EVENT_COLUMNS: readonly Column<EventLine>[] = [
  ["Event", (one) => quoted(formatId("event", one.id))],
  ["Number", (one) => one.position],
  moment("Created", (one) => one.created),
  ["Type", (one) => quoted(one.type)],
  ["Order", (one) => quoted(one.about?.title ?? "")],
  ["Escrow", (one) => quoted(one.about?.escrow ?? "")],
  ["Delivered", (one) => String(one.sent.delivered)],
  ["Failed", (one) => String(one.sent.failed)],
  ["Waiting", (one) => String(one.sent.waiting)],
  ["Held", (one) => String(one.sent.held)],
];

export const REQUEST_COLUMNS: readonly Column<RequestRow>[] = [
  ["Request", (one) => quoted(requestName(one.id))],
  moment("Created", (one) => Number(one.created)),
  ["Method", (one) => quoted(one.method)],
  ["Path", (one) => quoted(one.path)],
  ["Status", (one) => String(one.status)],
  ["Error code", (one) => quoted(one.error_code ?? "")],
  ["Key", (one) => quoted(one.key_lookup)],
  ["Took (ms)", (one) => String(one.duration_ms)],
  ["Replayed", (one) => String(one.is_replay)],
];
