/** What a buyer does on the page of a session. Every form leads back to it, or shows it with what has to be put right. */
import { cancelPayment } from "../../../commands/cancel-payment.js";
import { confirmSession } from "../../../commands/confirm-session.js";
import type { Offer } from "../../../commands/quotes.js";
import { startPayment } from "../../../commands/start-payment.js";
import type { EscrowId } from "../../../domain/ids.js";
import { readPhone } from "../../../phones/phone.js";
import type { Answer } from "../../kit/answer.js";
import type { FormFields, PageContext } from "../../kit/page-context.js";
import { PageRefusal } from "../../kit/refusal.js";
import type { Handler, Posted } from "../../kit/route.js";
import { UNPROCESSABLE } from "../../kit/status.js";
import { loadStanding, loadView, type SessionServices } from "./load.js";
import type { Filled } from "./pay-form.js";
import { findPayPage } from "./pay-page.js";
import { priceOf } from "./price.js";
import { hereOf, isUnfunded, openPayment, type Standing, type View } from "./state.js";
import { SessionPage } from "./view.js";

type SessionAction = Handler<PageContext, SessionServices, Posted>;

/** The session becomes an order of the signed-in buyer, and its first payment begins. */
export const confirmOrder: SessionAction = async (context, asked, services) => {
  const view = await loadView(context, asked, services);
  const shown = { context, asked, view, payPages: services.providers.payPages() };
  const { session, standing } = view;
  const { buyer } = context;
  const choice = readChoice(asked.form, view, services);
  // Somebody was faster, or signed out in another tab: the page tells.
  const isOpen = standing.kind === "open";
  if (buyer === null || !(isOpen || sameClick(standing, choice) !== null)) return hereOf(view);
  if (choice.method === null || isOpenChoice(choice)) return again(shown, choice, services);
  const { account, id } = session;
  const { fundingDeadlineSeconds } = services.config;
  const confirming = { account, session: id, buyerEmail: () => buyer.email, fundingDeadlineSeconds };
  const confirmed = isOpen ? await confirmSession(services.executor, confirming) : null;
  const escrow = confirmed?.ok
    ? confirmed.value.id
    : sameClick((await loadStanding(asked, buyer.email, services)).standing, choice);
  if (escrow === null) return hereOf(view);
  const { method, phone, network, quote } = choice;
  return pay(shown, { account, escrow, method, phone, network, quote }, services);
};

/**
 * Begins the payment, and leads straight to the provider's own page where there is one. Such a page shows in no frame: there the page
 * in between leads to it, in a tab of its own.
 */
async function pay(
  { context, view }: Shown,
  wanted: Parameters<typeof startPayment>[1],
  services: SessionServices,
): Promise<string> {
  const started = await startPayment(services, wanted);
  if (!started.ok || wanted.method !== "card") return hereOf(view);
  const payPage = await findPayPage({ ...wanted, payment: started.value.payment }, services);
  return (context.frame === null ? payPage : null) ?? hereOf(view);
}

/**
 * The order that the same buyer's other click has just made, with no payment begun yet or the one that is asked for here: the two
 * are one request of a person. Both begin the same payment, and lead to the same page.
 */
function sameClick(standing: Standing, { method }: Filled): EscrowId | null {
  if (standing.kind !== "mine" || !isUnfunded(standing.escrow)) return null;
  const isSame = standing.payments.length === 0 || openPayment(standing)?.method === method;
  return isSame ? standing.escrow.id : null;
}

/** Another payment of an order that is not paid in full. */
export const payOrder: SessionAction = async (context, asked, services) => {
  const view = await loadView(context, asked, services);
  const shown = { context, asked, view, payPages: services.providers.payPages() };
  const { session, standing } = view;
  if (standing.kind !== "mine" || !isUnfunded(standing.escrow)) return hereOf(view);
  const choice = readChoice(asked.form, view, services);
  if (choice.method === null || isOpenChoice(choice)) return again(shown, choice, services);
  const { method, phone, network, quote } = choice;
  return pay(shown, { account: session.account, escrow: standing.escrow.id, method, phone, network, quote }, services);
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
  await cancelPayment(services.executor, payment);
  return hereOf(view);
};

/**
 * What was chosen. A number that was typed neither in full nor as its country dials it is shown as it was read first: `problem` stays
 * null, and nothing is asked yet.
 */
function readChoice(form: FormFields, view: View, services: SessionServices): Filled {
  const { methods, phones, networks } = view;
  const { method, phone = "", phone_country: chosenCountry = "", phone_read: shown = "" } = form;
  const chosen = methods.find((one) => one === method) ?? null;
  const country =
    phones.choices.length === 1 ? phones.likely : (phones.choices.find((one) => one === chosenCountry) ?? "");
  const named = form["network"];
  const network = networks.find(({ id }) => id === named)?.id ?? null;
  const quote = promisedIn(form, view, services);
  const typed = {
    ...{ method: chosen, phone: phone.slice(0, PHONE_LENGTH), country, network, unsure: null, quote },
    problem: quote === null && view.price.offer !== null ? ("quote" as const) : null,
    currency: null,
  };
  if (chosen === null) return { ...typed, problem: "method" };
  if (chosen !== "mobile_money") return typed;
  const read = readPhone(phone, country === "" ? null : country);
  if (read === null) return { ...typed, problem: "phone" };
  if (phones.isAll && read.country !== null && !phones.choices.includes(read.country)) {
    const currency = currencyThere(read.country, view, services);
    return currency === null
      ? { ...typed, problem: "phone_elsewhere", unsure: read }
      : { ...typed, problem: "currency", phone: read.number, country: read.country, currency };
  }
  // From here on the number is what it was read as.
  return read.isPlain || read.isAtHome || shown === read.number
    ? { ...typed, phone: read.number }
    : { ...typed, unsure: read };
}

const PHONE_LENGTH = 200;

/** The amount that the payer saw, as long as it is what is due. */
function promisedIn(form: FormFields, { session, price }: View, { quotes }: SessionServices): Offer | null {
  if (price.offer === null) return null;
  const promised = quotes.read(session.id, form["quote"] ?? "", session.now);
  return promised?.due === price.offer.due && promised.currency === price.currency ? promised : null;
}

/** In which the order can be paid by phone from a country; null for none. */
const currencyThere = (country: string, { price }: View, { providers }: SessionServices): string | null =>
  price.choices.find((one) => providers.countries("in", "mobile_money", one)?.includes(country) === true) ?? null;

/** Whether there is anything that a person has to look at first. */
const isOpenChoice = ({ problem, unsure }: Filled): boolean => problem !== null || unsure !== null;

type Shown = {
  readonly context: PageContext;
  readonly asked: Posted;
  readonly view: View;
  readonly payPages: readonly string[];
};

/** The same page in another currency. */
function inCurrency(view: View, wanted: string, services: SessionServices): View {
  const { choices, currency, offer, signed, ...ways } = priceOf(view, {
    ...services,
    wanted,
    countries: view.countries,
  });
  const query = view.query.replace(/([?&])currency=[A-Z]{3}/, `$1currency=${currency}`);
  return { ...view, ...ways, query, price: { choices, currency, offer, signed } };
}

/** The page again, with what has to be put right. */
function again({ context, asked, view: seen, payPages }: Shown, filled: Filled, services: SessionServices): Answer {
  const { currency } = filled;
  const view = currency === null ? seen : inCurrency(seen, currency, services);
  if (context.frame === null) asked.reply.headers(context.site.leadingHeaders(payPages));
  const status = filled.problem === null ? 200 : UNPROCESSABLE;
  return { status, page: <SessionPage view={view} context={context} filled={filled} /> };
}
