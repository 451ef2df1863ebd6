/** What the command line refunds for a seller, and shows of an account's refunds. */
import { ERRORS, LIMITS, REFUND_REASONS } from "@holdfast/contract";
import { openExecutor } from "../commands/execute.js";
import { refundForSeller } from "../commands/refund-for-seller.js";
import { refundTerms } from "../commands/refund-order.js";
import type { Config } from "../config/index.js";
import { type EscrowId, type MilestoneId, parseUuid } from "../domain/ids.js";
import { type Cents, parseMoney, ZERO } from "../domain/money.js";
import { COMMAND_LINE } from "../domain/operators.js";
import type { RefundReason, ShownRefund } from "../domain/refunds.js";
import type { Database } from "../platform/database.js";
import { current } from "../platform/late-reads.js";
import { findAccountOfEscrow, listRefundLines } from "../store/read/orders/refunds.js";
import { writeRefund } from "../wire/refund.js";
import { CommandRefused, existingAccount } from "./arguments.js";

/** As the API shows it. */
export type AskedRefundObject = {
  readonly id: string;
  readonly escrow_id: string;
  readonly amount: string;
  readonly fee_refunded: string;
  readonly source: string;
  readonly status: string;
  readonly reason: string;
  readonly external_reference: string;
  /** As the buyer gets it, where all of it goes back in a currency that is not USD. */
  readonly presented_currency?: string;
  readonly presented_amount?: string;
};

const objectOf = (shown: ShownRefund): AskedRefundObject => JSON.parse(writeRefund(shown)) as AskedRefundObject;

/** As it was typed; what is left out is undefined. */
export type TypedRefund = {
  readonly amount?: string;
  readonly milestone?: string;
  readonly reason?: string;
  readonly reference?: string;
  readonly key?: string;
};

/**
 * Refunds an order of any account, as its seller would: written into the operators' log as "command line". The same key again shows the
 * refund that it made.
 * @throws CommandRefused with what was wrong, and the amount that could go back.
 */
export async function makeRefund(
  db: Database,
  config: Pick<Config, "providers">,
  { escrow: id, ...typed }: TypedRefund & { readonly escrow: string },
): Promise<AskedRefundObject> {
  const escrow = parseUuid("escrow", id);
  const account = escrow === null ? null : await findAccountOfEscrow(db, escrow);
  if (escrow === null || account === null) throw new CommandRefused(`there is no order ${id}; its page shows its id.`);
  const { key, ...ask } = readAsk(escrow, typed);
  const outcome = await refundForSeller(
    openExecutor(db),
    { operator: COMMAND_LINE, account, reason: "" },
    {
      escrow,
      ask: { ...ask, key },
      // Nobody here knows the providers; one that does not give a payment back any more says so itself.
      terms: refundTerms(config.providers, null),
      secondFrom: null,
    },
  );
  if (outcome.ok) return objectOf(outcome.value.shown);
  const { reason } = outcome;
  if (reason.code === "not_found") throw new CommandRefused("the order has no such milestone.");
  const message = "message" in reason ? reason.message : undefined;
  throw new CommandRefused(message ?? sentenceOf(reason.code));
}

const sentenceOf = (code: string): string =>
  Object.hasOwn(ERRORS, code) ? ERRORS[code as keyof typeof ERRORS].message : code;

/** @throws CommandRefused */
function readAsk(escrow: EscrowId, { amount, milestone, reason = "other", reference = "", key }: TypedRefund) {
  return {
    amount: amount === undefined ? null : amountIn(amount),
    milestone: milestone === undefined ? null : milestoneIn(milestone),
    reason: reasonIn(reason),
    externalReference: within("reference", reference, LIMITS.externalReferenceLength),
    key: key === undefined ? null : `command ${within("key", key, LIMITS.idempotencyKeyLength)}`,
    requestHash: JSON.stringify([escrow, amount, milestone, reason, reference]),
  };
}

function amountIn(text: string): Cents {
  const amount = parseMoney(text);
  if (amount === null || amount === ZERO)
    throw new CommandRefused(`${JSON.stringify(text)} is not an amount: write US dollars with cents, such as 24.00.`);
  return amount;
}

function milestoneIn(text: string): MilestoneId {
  const id = parseUuid("milestone", text);
  if (id === null) throw new CommandRefused(`${JSON.stringify(text)} is not the id of a milestone.`);
  return id;
}

function reasonIn(text: string): RefundReason {
  const reason = REFUND_REASONS.find((one) => one === text);
  if (reason === undefined)
    throw new CommandRefused(`${JSON.stringify(text)} is no reason: it is one of ${REFUND_REASONS.join(", ")}.`);
  return reason;
}

function within(what: string, text: string, most: number): string {
  if ([...text].length > most) throw new CommandRefused(`the ${what} has at most ${most} characters.`);
  return text;
}

const REFUNDS_LISTED = 100;

/** The last hundred that were asked for, newest first. */
export async function refundsOf(db: Database, account: string): Promise<readonly AskedRefundObject[]> {
  const list = listRefundLines(current(db), await existingAccount(db, account), { from: null, until: null });
  const { rows } = await list.page({ limit: REFUNDS_LISTED, from: null });
  return rows.map(objectOf);
}
