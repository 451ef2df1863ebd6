/**
 * What Stripe notifies us of. The signature is believed, and the mode has to be ours; everything else is told as it stands in
 * the object of the event, or looked up where that is less than the whole.
 */
import { cents, ZERO } from "../../domain/money.js";
import { unixSeconds } from "../../platform/clock.js";
import { jsonIn } from "../http-client.js";
import type { CallbackRequest, DisputeReport, Hint, Objects, Report, Verified } from "../port.js";
import { readGenuine, Unreadable } from "../unreadable.js";
import {
  amountIn,
  currencyIn,
  idOr,
  type Json,
  objectIn,
  objectOr,
  paidIn,
  referenceIn,
  textIn,
  textOr,
} from "./answers.js";
import { providerIdsOfSession, referenceOfSession, reportOfSession } from "./card.js";
import { REVERSED } from "./connect.js";
import { reportOfDispute } from "./disputes.js";
import { outcomeOfRefund } from "./refunds.js";
import { checkSignature } from "./signature.js";

const SIGNATURE_HEADER = "stripe-signature";

export type NoticeMeans = {
  readonly objects: Objects;
  /** Of the endpoint: one, or two while it is rolled. */
  readonly secrets: readonly string[];
  readonly isLive: boolean;
};

type Event = {
  readonly object: Json;
  readonly before: Json;
  /** Of a seller's account: which; null for what happened in ours. */
  readonly account: string | null;
};
type Told = { readonly reports: readonly Report[] } | { readonly about: readonly Hint[] };

const NOTHING: Told = { reports: [] };

export async function verifyNotice(means: NoticeMeans, { headers, body }: CallbackRequest): Promise<Verified> {
  const problem = checkSignature(means.secrets, unixSeconds(), { header: headers[SIGNATURE_HEADER], body });
  if (problem !== null) return { kind: "forged", reason: problem };
  const event = jsonIn({ text: body.toString("utf8") });
  if (event === null) return { kind: "unreadable", id: null, reason: "it is no JSON object" };
  if (event["livemode"] !== means.isLive) {
    return { kind: "forged", reason: `It is not of ${means.isLive ? "live" : "test"} mode.` };
  }
  const id = textOr(event, "id", null);
  return readGenuine(id, async () => {
    const told = await tell(means, event);
    return "about" in told ? { kind: "hint", id, ...told } : { kind: "genuine", id, ...told };
  });
}

async function tell(means: NoticeMeans, event: Json): Promise<Told> {
  const teller = TELLERS.get(textOr(event, "type", ""));
  if (teller === undefined) return NOTHING;
  const data = objectIn(event, "data");
  return teller(means, {
    object: objectIn(data, "object"),
    before: objectOr(data, "previous_attributes") ?? {},
    account: textOr(event, "account", null),
  });
}

type Teller = (means: NoticeMeans, event: Event) => Promise<Told> | Told;

const TELLERS: ReadonlyMap<string, Teller> = new Map<string, Teller>(
  Object.entries({
    "checkout.session.completed": tellSession,
    "checkout.session.expired": tellSession,
    "checkout.session.async_payment_succeeded": tellSession,
    "checkout.session.async_payment_failed": tellFailedSession,
    "customer_cash_balance_transaction.created": tellTransfer,
    "payment_intent.canceled": tellCancelled,
    "refund.created": tellRefund,
    "refund.updated": tellRefund,
    "refund.failed": tellRefund,
    "charge.refund.updated": tellRefund,
    "charge.dispute.created": tellDispute,
    "charge.dispute.updated": tellDispute,
    "charge.dispute.closed": tellDispute,
    "charge.dispute.funds_withdrawn": tellDispute,
    "charge.dispute.funds_reinstated": tellDispute,
    "transfer.reversed": tellTaken,
    "account.updated": (_means, { object }) => ({ reports: [{ about: "payee", theirId: textIn(object, "id") }] }),
    "payout.created": tellBankPayout,
    "payout.updated": tellBankPayout,
    "payout.paid": tellBankPayout,
    "payout.failed": tellBankPayout,
    "payout.canceled": tellBankPayout,
  } satisfies Record<string, Teller>),
);

/** Notices about transfers to sellers' accounts, and what Stripe pays from there to their banks. */
const OF_HOLDER: readonly string[] = [
  "transfer.reversed",
  ...["payout.created", "payout.updated", "payout.paid", "payout.failed", "payout.canceled"],
];

/** What webhook endpoints at Stripe have to be subscribed to; `account.updated` is of connected accounts. */
export const eventsOf = (isHolder: boolean): readonly string[] =>
  [...TELLERS.keys()].filter((event) => isHolder || !OF_HOLDER.includes(event));

function tellSession(_means: NoticeMeans, { object }: Event): Told {
  const reference = referenceOfSession(object);
  if (reference === null) return NOTHING; // made by hand, or by somebody else on the account
  const report = reportOfSession(object, reference);
  return { reports: report === null ? [] : [report] };
}

function tellFailedSession(_means: NoticeMeans, { object }: Event): Told {
  const reference = referenceOfSession(object);
  if (reference === null) return NOTHING;
  const about = { about: "payment", reference, receipt: 1, theirs: providerIdsOfSession(object) } as const;
  return { reports: [{ ...about, outcome: "failed", failure: "declined" }] };
}

/** Which receipt it is, the list of all alone tells. What the payer's bank took back is as good as a dispute that is lost. */
function tellTransfer(_means: NoticeMeans, { object }: Event): Told {
  const customer = idOr(object, "customer");
  if (customer === null) return NOTHING;
  const payment = { kind: "payment", theirId: customer } as const;
  switch (textIn(object, "type")) {
    case "funded":
      return { about: [{ about: "payment", reference: payment }] };
    case "funding_reversed": {
      const taken = amountIn(object, "net_amount");
      if (taken === 0n) throw new Unreadable("its net_amount is 0");
      const report: DisputeReport = {
        about: "dispute",
        payment,
        theirId: textIn(object, "id"),
        stage: "lost",
        isTaken: true,
        fee: ZERO,
        reason: "funding_reversed",
        answerBy: null,
        amount: cents(taken < 0n ? -taken : taken),
        currency: currencyIn(object),
      };
      return { reports: [report] };
    }
    default:
      return NOTHING;
  }
}

/** Of a bank transfer; money may have come all the same. */
function tellCancelled(_means: NoticeMeans, { object }: Event): Told {
  const reference = referenceIn(object);
  const isTransfer =
    Array.isArray(object["payment_method_types"]) && object["payment_method_types"].includes("customer_balance");
  return reference === null || !isTransfer ? NOTHING : { about: [{ about: "payment", reference }] };
}

async function tellRefund({ objects }: NoticeMeans, { object, before }: Event): Promise<Told> {
  const reference = referenceIn(object);
  if (reference === null) return NOTHING;
  // One of a transfer may be a part of what goes back, from the payment as from the cash balance: they are looked up together.
  const intent = idOr(object, "payment_intent");
  const isOfCard = intent !== null && (await objects.findTheirs("intent", intent)) !== null;
  if (!isOfCard) return { about: [{ about: "refund", reference }] };
  const told = await outcomeOfRefund(objects, object, { reference, wasPaid: before["status"] === "succeeded" });
  const money = { amount: paidIn(object, "amount"), currency: currencyIn(object) };
  return { reports: [{ about: "refund", reference, money, ...told }] };
}

/** A transfer to a seller's account that was taken back; of a part of one the house's book tells. */
function tellTaken(_means: NoticeMeans, { object }: Event): Told {
  const reference = referenceIn(object);
  if (reference === null || object["reversed"] !== true) return NOTHING;
  return { reports: [{ about: "payout", reference, outcome: "returned", reason: REVERSED }] };
}

/** Notices come late, twice and in any order: what Stripe pays a seller's bank is asked for. Our own payouts our statement tells of. */
function tellBankPayout(_means: NoticeMeans, { account }: Event): Told {
  return account === null ? NOTHING : { reports: [{ about: "payee", theirId: account }] };
}

async function tellDispute({ objects }: NoticeMeans, { object }: Event): Promise<Told> {
  const report = await reportOfDispute(objects, object);
  return { reports: report === null ? [] : [report] };
}
