/** Finds the session that an address names, as it stands now, and what this visitor may see of it. */
import { applyTime } from "../../../commands/apply-time.js";
import type { Executor } from "../../../commands/execute.js";
import type { PaymentServices } from "../../../commands/start-payment.js";
import type { Config } from "../../../config/index.js";
import { isBuyerOf, totalOf } from "../../../domain/escrow.js";
import { parseId } from "../../../domain/ids.js";
import type { Subject } from "../../../domain/model.js";
import { type Cents, CURRENCY } from "../../../domain/money.js";
import { RETURNED } from "../../../domain/return-url.js";
import { heldSecondsOf, mayPass } from "../../../domain/staying.js";
import { phoneCountries, regionsIn } from "../../../phones/countries.js";
import { countryOfPhone } from "../../../phones/phone.js";
import type { Database } from "../../../platform/database.js";
import { findKnownWay, type KnownWay, listPayments, listRefunds } from "../../../store/read/money/payments.js";
import { findClaim } from "../../../store/read/money/rail-claims.js";
import { findHostedSession, type HostedSession } from "../../../store/read/orders/hosted-sessions.js";
import { isLocale } from "../../../words/locale.js";
import type { Asked } from "../../kit/answer.js";
import { isSellerCode, orderUrl } from "../../kit/links.js";
import { THEMES } from "../../kit/looks.js";
import type { PageContext } from "../../kit/page-context.js";
import { PageRefusal } from "../../kit/refusal.js";
import { tooLongHere } from "../../kit/too-long.js";
import {
  isOfRail,
  isUnfunded,
  lastFailure,
  lastPhone,
  missingOf,
  openPayment,
  type Standing,
  type View,
} from "./state.js";

export type SessionServices = PaymentServices & {
  readonly db: Database;
  readonly executor: Executor;
  readonly config: Pick<Config, "fundingDeadlineSeconds">;
  /** The origin that links start with. */
  readonly publicUrl: () => string;
};

/** What the page shows this visitor. @throws PageRefusal not_found */
export async function loadView(
  { buyer }: PageContext,
  asked: Pick<Asked, "params" | "query" | "request">,
  services: SessionServices,
): Promise<View> {
  const { session, standing, returnedAt } = await loadStanding(asked, buyer?.email ?? null, services);
  const known = buyer === null || !isToPay(standing) ? STRANGER : await findKnownWay(services.db, buyer.email);
  const served = services.providers.countries("in", "mobile_money", CURRENCY);
  const told = [
    countryOfPhone(lastPhone(standing) || known.phone) ?? "",
    ...regionsIn(asked.request.headers["accept-language"]),
  ];
  return {
    session,
    standing,
    path: pathOf(asked),
    query: queryOf(asked),
    returnedAt,
    isFramed: asked.request.frame !== undefined,
    link: originOf(asked.request, services) + pagePathOf(asked.params) + queryOf(asked),
    orderPath:
      standing.kind === "mine"
        ? ownOriginOf(asked.request, services) + orderUrl(session.merchant.sellerCode, standing.escrow.id)
        : null,
    ...waysOf(session, standing, services),
    fundingDeadlineSeconds: services.config.fundingDeadlineSeconds,
    phones: phoneCountries(served, told),
    networks: wasRefusedByPhone(standing) ? services.providers.networks(CURRENCY) : [],
    known,
  };
}

/** How the address of this page starts: on a seller's domain with that. */
const originOf = ({ hostedSeller }: Asked["request"], { publicUrl }: Pick<SessionServices, "publicUrl">): string =>
  hostedSeller?.origin ?? publicUrl();

/** Before a path of ours: nothing on our own pages, which lead to each other by paths alone. */
const ownOriginOf = ({ hostedSeller }: Asked["request"], { publicUrl }: Pick<SessionServices, "publicUrl">): string =>
  hostedSeller === undefined ? "" : publicUrl();

const STRANGER: KnownWay = { method: null, phone: "" };

/** A number may have moved to another network, or be of a range that its provider does not know. */
function wasRefusedByPhone(standing: Standing): boolean {
  const last = standing.kind === "mine" ? lastFailure(standing) : null;
  return last?.method === "mobile_money" && (last.failure === "declined" || last.failure === "unavailable");
}

const isToPay = (standing: Standing): boolean =>
  standing.kind === "open" || (standing.kind === "mine" && isUnfunded(standing.escrow));

/** In which ways it can be paid, and for how many days each can be paid back or held there, where the order may take longer. */
function waysOf(
  session: View["session"],
  standing: Standing,
  { providers }: Pick<SessionServices, "providers">,
): Pick<View, "methods" | "refundDays" | "tooLong"> {
  if (!session.merchant.takesPayments) return { methods: [], refundDays: {}, tooLong: null };
  const heldSeconds = heldSecondsOf(session);
  const wanted = { amount: dueOf(session, standing), currency: CURRENCY, heldSeconds };
  const methods = providers.methods(wanted);
  const bounds = providers.stays();
  const short = methods.flatMap((method) => {
    const name = providers.forPayment(method, { ...wanted, country: null })?.name;
    const bound = bounds.find((one) => one.provider === name && one.method === method);
    const passed = [bound?.refundDays, bound?.holdDays].flatMap((days) =>
      days !== undefined && days !== null && mayPass(heldSeconds, days) ? [days] : [],
    );
    return passed.length === 0 ? [] : [[method, Math.min(...passed)] as const];
  });
  return { methods, refundDays: Object.fromEntries(short), tooLong: tooLongHere(session, wanted.amount, providers) };
}

/** What is to be paid; all of it as long as nobody has begun. */
const dueOf = (session: View["session"], standing: Standing): Cents =>
  standing.kind === "mine" && isUnfunded(standing.escrow)
    ? missingOf({ session, escrow: standing.escrow })
    : totalOf(session);

/** How the session stands now for the buyer with this address, or for a stranger. @throws PageRefusal not_found */
export async function loadStanding(
  { params, query }: Pick<Asked, "params" | "query">,
  email: string | null,
  services: Services,
): Promise<Pick<View, "session" | "standing" | "returnedAt">> {
  const session = await loadSession(params, services);
  const standing = await standingOf(session, email, services);
  return { session, standing, returnedAt: returnedAtIn(query, session.now) };
}

/** What lies ahead is nobody's return: the address is the visitor's to change. */
function returnedAtIn(query: Asked["query"], now: number): number | null {
  const mark = query[RETURNED];
  const at = typeof mark === "string" && /^\d{1,12}$/.test(mark) ? Number(mark) : null;
  return at === null || at > now ? null : at;
}

/** Encoded, for it is told back before anybody has looked whether there is such a session. */
export const pathOf = ({ params, request: { frame } }: Pick<Asked, "params" | "request">): string =>
  frame === undefined ? pagePathOf(params) : `${frame.root}/pay/${encodeURIComponent(params["session_id"] ?? "")}`;

const pagePathOf = ({ seller_code = "", session_id = "" }: Asked["params"]): string =>
  `/pay/${encodeURIComponent(seller_code)}/${encodeURIComponent(session_id)}`;

/** What was asked for in the link of a page stays with it: its language, and in a frame its look. */
export function queryOf({ query: { lang, theme }, request: { frame } }: Pick<Asked, "query" | "request">): string {
  const kept = [
    ...(isLocale(lang) ? [`lang=${lang}`] : []),
    ...(frame !== undefined && THEMES.some((one) => one === theme) ? [`theme=${theme}`] : []),
  ];
  return kept.length === 0 ? "" : `?${kept.join("&")}`;
}

type Services = Pick<SessionServices, "db" | "executor">;

/**
 * One statement. Only where time has ended a session or moved an escrow that nobody has marked yet, the executor marks it
 * first, so that the page never shows what no longer holds. @throws PageRefusal not_found
 */
async function loadSession(
  { seller_code = "", session_id = "" }: Asked["params"],
  { db, executor }: Services,
): Promise<HostedSession> {
  const id = parseId("session", session_id);
  const find = async (): Promise<HostedSession> => {
    const found = id === null || !isSellerCode(seller_code) ? null : await findHostedSession(db, seller_code, id);
    if (found === null) throw new PageRefusal("not_found");
    return found;
  };
  const session = await find();
  const subject = dueSubject(session);
  if (subject === null) return session;
  await applyTime(executor, session.account, subject);
  return find();
}

function dueSubject({ id, status, escrow, expiresAt, now }: HostedSession): Subject | null {
  if (status === "OPEN") return now < expiresAt ? null : { kind: "session", id };
  return escrow === null || escrow.dueAt === null || now < escrow.dueAt ? null : { kind: "escrow", id: escrow.id };
}

/** Two more statements, for the buyer who confirmed, and one where a rail is paid to. @param email the visitor's; null when they are not signed in. */
async function standingOf(session: HostedSession, email: string | null, { db }: Services): Promise<Standing> {
  const { status, escrow, account } = session;
  if (status === "EXPIRED") return { kind: "expired" };
  if (escrow === null) return { kind: "open" };
  if (email === null) return { kind: "completed" };
  if (!isBuyerOf(escrow, email)) return { kind: "taken" };
  const [payments, refunds] = await Promise.all([
    listPayments(db, account, escrow.id),
    listRefunds(db, account, escrow.id),
  ]);
  const open = openPayment({ payments });
  const claim =
    open === undefined || !isOfRail(open)
      ? null
      : await findClaim(db, { account, escrow: escrow.id, payment: open.id });
  return { kind: "mine", escrow, payments, refunds, claim };
}
