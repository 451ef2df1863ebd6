/** What became of refunds that are sent by hand. */
import { askSecond } from "../../../commands/ask-second.js";
import { isSecondNeeded, type OnAccount } from "../../../commands/on-account.js";
import { settleOutgoing } from "../../../commands/settle-outgoing.js";
import { UUID } from "../../../domain/ids.js";
import { CURRENCY, formatMoney } from "../../../domain/money.js";
import { findOutgoingOf, type OutgoingView } from "../../../store/read/desk/rails.js";
import { moneys } from "../../../words/presented.js";
import type { FormFields } from "../../kit/page-context.js";
import { PageRefusal } from "../../kit/refusal.js";
import type { Handler, Posted } from "../../kit/route.js";
import type { DeskContext } from "../access.js";
import { RECEIPTS_PATH } from "../links.js";
import type { DeskReads, DeskServices } from "../load.js";
import { operatorOf, readReason } from "../parts.js";
import { readBankReference } from "../receipt/form.js";
import { saidOf } from "../words.js";

type OutgoingAction = Handler<DeskContext, DeskServices, Posted>;

const HERE = `${RECEIPTS_PATH}?said=`;

export const tellSent: OutgoingAction = async (context, { form }, { db, config }) => {
  const { row, by } = await outgoingIn(context, form, { db });
  const bankReference = readBankReference(form["bank_reference"]);
  if (bankReference === null) return `${HERE}no-bank-reference#outgoing`;
  const { escrow, reference, worth } = row;
  const sent = { escrow, reference, worth, outcome: { status: "PAID", bankReference } as const };
  const acted = await settleOutgoing(db, by, { ...sent, secondFrom: config.manualFrom });
  if (!isSecondNeeded(acted)) return `${HERE}${saidOf(acted, "sent")}#outgoing`;
  const asked = await askSecond(db, by, {
    request: { action: "settle_outgoing", escrow, reference, bankReference },
    subject: `refund ${reference}`,
    shown: {
      amount: formatMoney(worth),
      ...(row.currency === CURRENCY ? {} : { "at the provider": moneys(row, "en") }),
      reference: row.referenceCode,
      "bank reference": bankReference,
    },
  });
  return `${HERE}${saidOf(asked, "second")}#outgoing`;
};

export const tellUnsent: OutgoingAction = async (context, { form }, { db }) => {
  const { row, by } = await outgoingIn(context, form, { db });
  const { reason, problem } = readReason(form["reason"], 300);
  if (problem !== null) return `${HERE}no-reason#outgoing`;
  const { escrow, reference, worth } = row;
  const outcome = { status: "REFUSED", reason } as const;
  const acted = await settleOutgoing(db, { ...by, reason }, { escrow, reference, worth, outcome, secondFrom: null });
  return `${HERE}${saidOf(acted, "unsent")}#outgoing`;
};

/** @throws PageRefusal not_found */
async function outgoingIn(
  context: DeskContext,
  { reference = "" }: FormFields,
  { db }: DeskReads,
): Promise<{ readonly row: OutgoingView; readonly by: OnAccount }> {
  const row = UUID.test(reference) ? await findOutgoingOf(db, reference) : null;
  if (row === null) throw new PageRefusal("not_found");
  return { row, by: { operator: operatorOf(context), account: row.account, reason: "" } };
}
