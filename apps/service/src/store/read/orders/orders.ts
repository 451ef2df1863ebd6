/**
 * Escrows as their buyers see them: the list of a buyer's orders at all merchants, one order with all that has happened to
 * it, and the files that were handed in. A buyer is named by their address in lower case; what belongs to another buyer is
 * not found.
 */

import type { EscrowStatus, VerificationStatus } from "@holdfast/contract";
import type { Money } from "../../../domain/currencies.js";
import type { EvidenceType } from "../../../domain/evidence.js";
import type { AccountId, EscrowId, EvidenceId, MilestoneId, SessionId } from "../../../domain/ids.js";
import type { TransferKind } from "../../../domain/ledger.js";
import type { MessageSide } from "../../../domain/messages.js";
import type { Entry, Escrow, Offer } from "../../../domain/model.js";
import { add, type Cents } from "../../../domain/money.js";
import { MISTAKEN } from "../../../domain/rails.js";
import type { RefundFacts } from "../../../domain/refunds.js";
import { returnUrl } from "../../../domain/return-url.js";
import { shippingOf } from "../../../domain/shipping.js";
import type { CurrentReads, Queryable } from "../../../platform/database.js";
import { ENDED_BY_MISTAKE } from "../../chargebacks.js";
import { type SourcesAsJson, sourcesAsJson, sourcesFromJson } from "../../refundables.js";
import {
  ESCROW_COLUMNS,
  type EscrowRow,
  escrowFromRow,
  OFFER_AS_JSON,
  type OfferRow,
  offerFromRow,
  toCents,
  toNumber,
} from "../../rows.js";
import { BRAND_COLUMNS, type Brand, type BrandRow, brandFromRow } from "../brand.js";
import { NOW } from "../clock.js";
import { type Page, type PageRequest, pageOf } from "../page.js";
import { lineFromStored, type OrderLine, type StoredLine } from "./lines.js";
import { type HeldFile, type MessageAsJson, messagesAsJson, messagesFromJson, type OrderMessage } from "./messages.js";
import {
  REFUND_REQUEST_AS_JSON,
  type RefundRequest,
  type RefundRequestAsJson,
  refundRequestFromJson,
} from "./refund-requests.js";

export type OrderMerchant = {
  readonly sellerCode: string;
  readonly tradingName: string;
  readonly isVerified: boolean;
};

/** A line of the list. */
export type ListedOrder = {
  readonly account: AccountId;
  readonly id: EscrowId;
  readonly session: SessionId;
  readonly merchant: OrderMerchant;
  readonly title: string;
  readonly reference: string;
  readonly status: EscrowStatus;
  /** It ended because its money had been booked by mistake. */
  readonly isMistaken: boolean;
  /** Amount and fees. */
  readonly total: Cents;
  /** Milestones that were submitted and wait for the buyer. */
  readonly reviews: number;
  /** Whether the seller, or an operator, has written and the buyer has not looked. */
  readonly isUnread: boolean;
  readonly created: number;
  /** Whether time has changed it and nobody has written that down yet. */
  readonly isDue: boolean;
};

type ListedRow = {
  account_id: AccountId;
  id: EscrowId;
  session_id: SessionId;
  seller_code: string;
  trading_name: string;
  verification_status: VerificationStatus;
  title: string;
  external_reference: string;
  status: EscrowStatus;
  amount: string;
  fees: string;
  reviews: number;
  is_unread: boolean;
  is_mistaken: boolean;
  created: string;
  is_due: boolean;
};

/** The condition that the index escrows_buyer serves. */
const BUYER = 'lower(e.buyer_email collate "C")';

/** Newest first; a position is the id of an order. Walks escrows_buyer. */
export async function listOrders(db: CurrentReads, email: string, page: PageRequest): Promise<Page<ListedOrder>> {
  const found = await pageOf<ListedRow>(db, {
    name: "list orders",
    select: `e.account_id, e.id, e.session_id, a.seller_code, a.trading_name, a.verification_status, e.title,
      e.external_reference, e.status, e.amount, e.fees, e.created,
      coalesce(e.due_at <= ${NOW}, false) as is_due,
      (select count(*)::int from milestones m
       where m.account_id = e.account_id and m.escrow_id = e.id and m.status = 'AWAITING_REVIEW') as reviews,
      exists (
        select from order_messages m where m.account_id = e.account_id and m.escrow_id = e.id and m.read_at is null
          and m.author <> 'buyer' and m.channel <> 'operator_seller'
      ) as is_unread,
      ${ENDED_BY_MISTAKE} as is_mistaken`,
    from: "escrows e join accounts a on a.id = e.account_id",
    key: "e.id",
    keyType: "uuid",
    filters: [{ sql: `${BUYER} = $`, value: email }],
    page,
  });
  return { ...found, rows: found.rows.map(listedFromRow) };
}

const listedFromRow = (row: ListedRow): ListedOrder => ({
  account: row.account_id,
  id: row.id,
  session: row.session_id,
  merchant: merchantFromRow(row),
  title: row.title,
  reference: row.external_reference,
  status: row.status,
  isMistaken: row.is_mistaken,
  total: add(toCents(row.amount), toCents(row.fees)),
  reviews: row.reviews,
  isUnread: row.is_unread,
  created: Number(row.created),
  isDue: row.is_due,
});

const merchantFromRow = (
  row: Pick<ListedRow, "seller_code" | "trading_name" | "verification_status">,
): OrderMerchant => ({
  sellerCode: row.seller_code,
  tradingName: row.trading_name,
  isVerified: row.verification_status === "VERIFIED",
});

/** A line of the history, with its place in it. */
export type OrderEntry = Entry & { readonly number: number; readonly created: number };

/** Money that moved. */
type OrderTransfer = {
  readonly kind: TransferKind;
  readonly amount: Cents;
  /** The same in the payer's currency, of what moved outside in one that is not USD; null otherwise. */
  readonly presented: Money | null;
  readonly milestone: MilestoneId | null;
  readonly created: number;
  /** Taken back because it was booked by mistake: no bank has a say in it. */
  readonly isMistake: boolean;
};

/** A file as pages name it; its content is read by {@link findEvidence}. */
export type OrderEvidence = HeldFile & {
  /** The number of the line of the history that it was handed in with: a dispute or a statement. */
  readonly entry: number;
};

/** An offer, and the number of the line of the history that made it. */
export type OrderOffer = Offer & { readonly entry: number; readonly created: number; readonly closedAt: number | null };

export type Order = {
  readonly escrow: Escrow;
  readonly merchant: OrderMerchant;
  readonly brand: Brand;
  readonly lines: readonly OrderLine[];
  /** Where the buyer is led, or "". */
  readonly successUrl: string;
  readonly sessionCreated: number;
  /** Oldest first, as all that follows. */
  readonly entries: readonly OrderEntry[];
  readonly transfers: readonly OrderTransfer[];
  readonly evidence: readonly OrderEvidence[];
  readonly offers: readonly OrderOffer[];
  /** The payments that brought money, latest first, and what each can still give back. */
  readonly sources: RefundFacts["sources"];
  /** Of the channels that the reader sees, the newest of each. */
  readonly messages: readonly OrderMessage[];
  /** What a member of the team asks a colleague to confirm: for the seller alone. */
  readonly refundRequest: RefundRequest | null;
  /** When the escrow reached its end; null before. */
  readonly endedAt: number | null;
  readonly dueAt: number | null;
  /** When this was read, by the service's clock. */
  readonly now: number;
};

export type OrderAddress = { readonly sellerCode: string; readonly escrow: EscrowId };

type EntryAsJson = readonly [
  number: number,
  milestone: MilestoneId,
  verb: Entry["verb"],
  actor: Entry["actor"],
  from: Entry["from"],
  to: Entry["to"],
  text: string,
  created: number,
  carrier: string,
  trackingNumber: string,
  trackingUrl: string,
];
type TransferAsJson = readonly [
  kind: TransferKind,
  amount: string,
  milestone: MilestoneId | null,
  created: number,
  isMistake: boolean,
  presented: string | null,
  currency: string | null,
];
type EvidenceAsJson = readonly [id: EvidenceId, entry: number, name: string, type: EvidenceType, bytes: number];

type OfferAsJson = readonly [offer: OfferRow, entry: number, created: number, closedAt: number | null];

type OrderRow = EscrowRow &
  BrandRow &
  Pick<ListedRow, "seller_code" | "trading_name" | "verification_status"> & {
    content: string;
    session_created: string;
    entries: readonly EntryAsJson[] | null;
    transfers: readonly TransferAsJson[] | null;
    evidence: readonly EvidenceAsJson[] | null;
    offers: readonly OfferAsJson[] | null;
    sources: SourcesAsJson;
    messages: readonly MessageAsJson[] | null;
    refund_request: RefundRequestAsJson | null;
    ended_at: string | null;
    now: string;
  };

const OF_ESCROW = "account_id = e.account_id and escrow_id = e.id";
const orderFor = (reader: MessageSide): string => `
  select ${NOW} as now, e.ended_at, ${ESCROW_COLUMNS}, a.seller_code, a.trading_name, a.verification_status, s.content, s.created as session_created, ${BRAND_COLUMNS},
    (select json_agg(json_build_array(number, milestone_id, verb, actor, from_status, to_status, text, created,
       carrier, tracking_number, tracking_url) order by number)
     from milestone_entries where ${OF_ESCROW}) as entries,
    (select json_agg(json_build_array(t.kind, t.amount::text, t.milestone_id, t.created, t.chargeback_id is not null and exists (
       select 1 from chargebacks c where c.account_id = t.account_id and c.id = t.chargeback_id and c.reason = '${MISTAKEN}'
     ), t.presented::text, t.currency) order by t.created, t.id)
     from ledger_transfers t where t.account_id = e.account_id and t.escrow_id = e.id) as transfers,
    (select json_agg(json_build_array(id, entry_number, name, type, octet_length(content)) order by entry_number, position)
     from evidence where ${OF_ESCROW}) as evidence,
    (select json_agg(json_build_array(${OFFER_AS_JSON}, o.entry_number, o.created, o.closed_at) order by o.number)
     from settlement_offers o where o.account_id = e.account_id and o.escrow_id = e.id) as offers,
    ${sourcesAsJson({ account: "e.account_id", escrow: "e.id" })} as sources,
    ${messagesAsJson(reader, { account: "e.account_id", escrow: "e.id" })} as messages,
    ${reader === "merchant" ? REFUND_REQUEST_AS_JSON : "null"} as refund_request
  from accounts a
  join escrows e on e.account_id = a.id and e.id = $2
  join checkout_sessions s on s.account_id = e.account_id and s.id = e.session_id`;

/** Null unless there is such an escrow, it is that seller's, and `buyer` is who confirmed it. */
export async function findOrder(
  db: Queryable,
  { sellerCode, escrow }: OrderAddress,
  buyer: string,
): Promise<Order | null> {
  const [row] = await db.query<OrderRow>({
    name: "find order",
    text: `${orderFor("buyer")} where a.seller_code = $1 and ${BUYER} = $3`,
    values: [sellerCode, escrow, buyer],
  });
  return row === undefined ? null : orderFromRow(row, "buyer");
}

/** An order of any buyer, with the messages that are for the reader to see. Null unless the account has such an escrow. */
export async function findOrderOfAccount(
  db: Queryable,
  { account, escrow }: { readonly account: AccountId; readonly escrow: EscrowId },
  reader: MessageSide,
): Promise<Order | null> {
  const [row] = await db.query<OrderRow>({
    name: `find order of account as ${reader}`,
    text: `${orderFor(reader)} where a.id = $1`,
    values: [account, escrow],
  });
  return row === undefined ? null : orderFromRow(row, reader);
}

/** What of the session's stored content a page of its order shows (see wire/session.ts, which writes it). */
type StoredContent = {
  line_items: readonly StoredLine[];
  success_url: string;
};

function orderFromRow(row: OrderRow, reader: MessageSide): Order {
  const content = JSON.parse(row.content) as StoredContent;
  const escrow = escrowFromRow(row);
  const returning = { session: escrow.session, escrow: escrow.id, reference: escrow.externalReference };
  return {
    escrow,
    merchant: merchantFromRow(row),
    brand: brandFromRow(row),
    lines: content.line_items.map(lineFromStored),
    successUrl: returnUrl(content.success_url, returning),
    sessionCreated: Number(row.session_created),
    entries: (row.entries ?? []).map(
      ([number, milestone, verb, actor, from, to, text, created, carrier, trackingNumber, trackingUrl]) => ({
        number,
        milestone,
        verb,
        actor,
        from,
        to,
        text,
        created,
        shipping: shippingOf({ carrier, trackingNumber, trackingUrl }),
      }),
    ),
    transfers: (row.transfers ?? []).map(([kind, amount, milestone, created, isMistake, presented, currency]) => ({
      kind,
      amount: toCents(amount),
      presented: presented === null || currency === null ? null : { amount: toCents(presented), currency },
      milestone,
      created,
      isMistake,
    })),
    evidence: (row.evidence ?? []).map(([id, entry, name, type, bytes]) => ({ id, entry, name, type, bytes })),
    offers: (row.offers ?? []).map(([offer, entry, created, closedAt]) => ({
      ...offerFromRow(offer),
      entry,
      created,
      closedAt,
    })),
    sources: sourcesFromJson(row.sources),
    messages: messagesFromJson(reader, row.messages),
    refundRequest: refundRequestFromJson(row.refund_request),
    endedAt: toNumber(row.ended_at),
    dueAt: toNumber(row.due_at),
    now: Number(row.now),
  };
}

/** Who asks for a file: the two sides of an escrow may, and operators, and nobody else. */
export type EvidenceParty = { readonly buyer: string } | { readonly merchant: AccountId } | { readonly operator: true };

export type EvidenceFile = { readonly name: string; readonly type: EvidenceType; readonly content: Buffer };

/** Null unless the file is there and `party` is one of those that may see it. */
export async function findEvidence(
  db: Queryable,
  { sellerCode, escrow, id }: OrderAddress & { readonly id: EvidenceId },
  party: EvidenceParty,
): Promise<EvidenceFile | null> {
  const [role, condition, who] =
    "buyer" in party
      ? (["buyer", `and ${BUYER} = $4`, [party.buyer]] as const)
      : "merchant" in party
        ? (["merchant", "and e.account_id = $4", [party.merchant]] as const)
        : (["operator", "", []] as const);
  const [row] = await db.query<EvidenceFile>({
    name: `find evidence as ${role}`,
    text: `
      select v.name, v.type, v.content
      from accounts a
      join escrows e on e.account_id = a.id and e.id = $2
      join evidence v on v.account_id = e.account_id and v.escrow_id = e.id and v.id = $3
      where a.seller_code = $1 ${condition}`,
    values: [sellerCode, escrow, id, ...who],
  });
  return row ?? null;
}
