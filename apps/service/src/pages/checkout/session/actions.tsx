/** What a buyer does on the page of a session. Every form leads back to it, or shows it with what has to be put right. */
import type { PaymentMethod } from "@holdfast/contract";
import { cancelPayment } from "../../../commands/cancel-payment.js";
import { confirmSession } from "../../../commands/confirm-session.js";
import { startPayment } from "../../../commands/start-payment.js";
import type { EscrowId } from "../../../domain/ids.js";
import { readPhone } from "../../../domain/phone.js";
import type { Answer } from "../../kit/answer.js";
import type { FormFields, PageContext } from "../../kit/page-context.js";
import { PageRefusal } from "../../kit/refusal.js";
import type { Handler, Posted } from "../../kit/route.js";
import { UNPROCESSABLE } from "../../kit/status.js";
import { loadStanding, loadView, type SessionServices } from "./load.js";
import type { Filled } from "./pay-form.js";
import { hereOf, isUnfunded, isWaiting, type Standing, type View } from "./state.js";
import { SessionPage } from "./view.js";

type SessionAction = Handler<PageContext, SessionServices, Posted>;

/** The session becomes an order of the signed-in buyer, and its first payment begins. */
export const confirmOrder: SessionAction = async (context, asked, services) => {
  const view = await loadView(context, asked, services);
  const { session, standing } = view;
  const { buyer } = context;
  // Somebody was faster, or signed out in another tab: the page tells.
  const isOpen = standing.kind === "open";
  if (buyer === null || !(isOpen || unbegun(standing) !== null)) return hereOf(view);
  const choice = readChoice(asked.form, view.methods);
  if (choice.method === null || choice.problem !== null) return again({ context, asked, view }, choice);
  const { account, id } = session;
  const { fundingDeadlineSeconds } = services.config;
  const confirming = { account, session: id, buyerEmail: () => buyer.email, fundingDeadlineSeconds };
  const confirmed = isOpen ? await confirmSession(services.door, confirming) : null;
  const escrow = confirmed?.ok
    ? confirmed.value.id
    : unbegun((await loadStanding(asked.params, buyer.email, services)).standing);
  if (escrow !== null) {
    await startPayment(services, { account, escrow, method: choice.method, phone: choice.phone });
  }
  return hereOf(view);
};

/**
 * The order that the same buyer's other click has just made, and begun no payment for yet: the two are one request of a
 * person, so this one begins it. Both begin the same payment.
 */
const unbegun = (standing: Standing): EscrowId | null =>
  standing.kind === "mine" && isUnfunded(standing.escrow) && standing.payments.length === 0 ? standing.escrow.id : null;

/** Another payment of an order that is not paid in full. */
export const payOrder: SessionAction = async (context, asked, services) => {
  const view = await loadView(context, asked, services);
  const { session, standing } = view;
  if (standing.kind !== "mine" || !isUnfunded(standing.escrow)) return hereOf(view);
  const choice = readChoice(asked.form, view.methods);
  if (choice.method === null || choice.problem !== null) return again({ context, asked, view }, choice);
  const { method, phone } = choice;
  await startPayment(services, { account: session.account, escrow: standing.escrow.id, method, phone });
  return hereOf(view);
};

/** Gives up a payment that is under way, so as to pay in another way. */
export const giveUpPayment: SessionAction = async (context, asked, services) => {
  const view = await loadView(context, asked, services);
  const { session, standing } = view;
  if (standing.kind !== "mine") return hereOf(view);
  const known = standing.payments.find(({ id }) => id === asked.params["payment"]);
  if (known === undefined) throw new PageRefusal("not_found");
  const payment = {
    account: session.account,
    escrow: standing.escrow.id,
    payment: known.id,
    failure: "cancelled",
  } as const;
  await cancelPayment(services.door, payment);
  return hereOf(view);
};

function readChoice({ method, phone = "" }: FormFields, offered: readonly PaymentMethod[]): Filled {
  const chosen = offered.find((one) => one === method) ?? null;
  const typed = phone.slice(0, PHONE_LENGTH);
  if (chosen === null) return { method: null, phone: typed, problem: "method" };
  const isWrong = chosen === "mobile_money" && readPhone(typed) === null;
  return { method: chosen, phone: typed, problem: isWrong ? "phone" : null };
}

const PHONE_LENGTH = 32;

type Shown = { readonly context: PageContext; readonly asked: Posted; readonly view: View };

/** The page again, with what has to be put right. */
function again({ context, asked, view }: Shown, filled: Filled): Answer {
  if (isWaiting(view)) asked.reply.headers(context.site.waitingHeaders);
  return { status: UNPROCESSABLE, page: <SessionPage view={view} context={context} filled={filled} /> };
}
