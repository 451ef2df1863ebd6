/** Another try of what is stuck, and what an operator has put right elsewhere. */
import { askSecond } from "../../../commands/ask-second.js";
import { closeNotice } from "../../../commands/close-notice.js";
import { type Acted, isSecondNeeded, type OnAccount } from "../../../commands/on-account.js";
import { retryCall } from "../../../commands/retry-call.js";
import { retryPayout } from "../../../commands/retry-payout.js";
import { retryRefund } from "../../../commands/retry-refund.js";
import { parseUuid } from "../../../domain/ids.js";
import { formatMoney } from "../../../domain/money.js";
import {
  listFailedRefunds,
  listParkedPayouts,
  type ParkedCallView,
  type StuckView,
} from "../../../store/read/desk/stuck.js";
import { moneys } from "../../../words/presented.js";
import type { FormFields } from "../../kit/page-context.js";
import { PageRefusal } from "../../kit/refusal.js";
import type { Handler, Posted } from "../../kit/route.js";
import type { DeskContext } from "../access.js";
import { STUCK_PATH } from "../links.js";
import { type DeskServices, loadAccount } from "../load.js";
import { operatorOf, readReason } from "../parts.js";
import { saidOf } from "../words.js";
import { CALL_KINDS } from "./words.js";

type StuckAction = Handler<DeskContext, DeskServices, Posted>;

export const tryCall: StuckAction = async (context, { form }, { db }) => {
  const by = await byOf(context, form, { db });
  const { kind = "" } = form;
  if (!isKind(kind)) throw new PageRefusal("not_found");
  const call = { escrow: uuidIn(form, "escrow"), payment: uuidIn(form, "payment"), kind };
  return told(await retryCall(db, by, call), "calls");
};

export const tryRefund: StuckAction = async (context, { form }, { db, executor, config }) => {
  const by = await byOf(context, form, { db });
  const refund = { escrow: uuidIn(form, "escrow"), refund: uuidIn(form, "refund") };
  const acted = await retryRefund(executor, by, { ...refund, secondFrom: config.secondOperatorFrom });
  if (!isSecondNeeded(acted)) return told(acted, "refunds");
  const failed = (await listFailedRefunds(db)).find((one) => one.refund === refund.refund);
  const asked = await askSecond(db, by, {
    request: { action: "retry_refund", ...refund },
    subject: `refund ${refund.refund}`,
    shown: failed === undefined ? {} : { ...shownAmounts(failed), reference: failed.referenceCode },
  });
  return `${STUCK_PATH}?said=${saidOf(asked, "second")}#refunds`;
};

export const tryPayout: StuckAction = async (context, { form }, { db, executor, config }) => {
  const by = await byOf(context, form, { db });
  const payout = uuidIn(form, "payout");
  const acted = await retryPayout(executor, by, { payout, secondFrom: config.secondOperatorFrom });
  if (!isSecondNeeded(acted)) return told(acted, "payouts");
  const parked = (await listParkedPayouts(db)).find((one) => one.payout === payout);
  const asked = await askSecond(db, by, {
    request: { action: "retry_payout", payout },
    subject: parked === undefined ? payout : `payout ${parked.number}`,
    shown: parked === undefined ? {} : shownAmounts(parked),
  });
  return `${STUCK_PATH}?said=${saidOf(asked, "second")}#payouts`;
};

/** What the second operator reads: the amount in USD, and at the provider. */
const shownAmounts = ({ amount, there }: StuckView) => ({
  amount: formatMoney(amount),
  ...(there === null ? {} : { "at the provider": moneys(there, "en") }),
});

export const closeByHand: StuckAction = async (context, { form }, { db }) => {
  const { notice = "" } = form;
  if (!NOTICE.test(notice)) throw new PageRefusal("not_found");
  const { reason, problem } = readReason(form["reason"]);
  if (problem !== null) return `${STUCK_PATH}?said=no-reason#notices`;
  const acted = await closeNotice(db, operatorOf(context), { notice, reason });
  return `${STUCK_PATH}?said=${saidOf(acted, "closed")}#notices`;
};

/** As the database numbers them. */
const NOTICE = /^[1-9]\d{0,17}$/;

const told = (acted: Acted, group: "calls" | "refunds" | "payouts"): string =>
  `${STUCK_PATH}?said=${saidOf(acted, "retried")}#${group}`;

/** The form names the account as addresses do. @throws PageRefusal not_found */
const byOf = async (
  context: DeskContext,
  { account: code }: FormFields,
  services: Pick<DeskServices, "db">,
): Promise<OnAccount> => ({
  operator: operatorOf(context),
  account: (await loadAccount({ code }, services)).id,
  reason: "",
});

/** @throws PageRefusal not_found */
function uuidIn<Kind extends "escrow" | "payment" | "refund" | "payout">(form: FormFields, kind: Kind) {
  const id = parseUuid<Kind>(kind, form[kind] ?? "");
  if (id === null) throw new PageRefusal("not_found");
  return id;
}

const isKind = (kind: string): kind is ParkedCallView["kind"] => Object.hasOwn(CALL_KINDS, kind);
