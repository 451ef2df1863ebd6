/** The hosted page of a session and everything that a buyer does on it. No GET changes anything; every POST leads back by 303. */
import type { PaymentMethod } from "@holdfast/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { confirmSession } from "../../commands/confirm-session.js";
import type { Door } from "../../commands/execute.js";
import { cancelPayment, type PaymentServices, readPhone, startPayment } from "../../commands/payments.js";
import type { Config } from "../../config.js";
import type { EscrowId } from "../../domain/ids.js";
import type { Buyer } from "../../identity/buyers.js";
import type { Database } from "../../platform/database.js";
import type { HostedSession } from "../../store/read/orders/hosted-sessions.js";
import { isLocale } from "../../words/locale.js";
import { HTML_TYPE, renderPage } from "../document.js";
import { orderUrl } from "../orders/links.js";
import { type FormFields, openPage, type PageContext, readForm, seeOther } from "../page-context.js";
import { PageRefusal } from "../refusal.js";
import { loadSession, type SessionAddress, standingOf } from "./load.js";
import { SessionPage } from "./page.js";
import { type Filled, NOTHING_FILLED } from "./pay-form.js";
import { hereOf, isUnfunded, isWaiting, type Mine, type Standing, type View, versionOf } from "./view.js";

export type CheckoutServices = PaymentServices & {
  readonly db: Database;
  readonly door: Door;
  readonly config: Pick<Config, "fundingDeadlineSeconds">;
};

type Asked = FastifyRequest<{ Params: SessionAddress }>;

const PATH = "/pay/:seller_code/:session_id";
const PAGE = { config: { page: true } } as const;

/** What the status line says of the session. */
const STATUS_CODES = { OPEN: 200, COMPLETED: 200, EXPIRED: 410 } as const satisfies Record<
  HostedSession["status"],
  number
>;

/** Something typed has to be put right first (RFC 9110, section 15.5.21). */
const UNPROCESSABLE = 422;

export function registerCheckout(app: FastifyInstance, services: CheckoutServices): void {
  app.get<{ Params: SessionAddress }>(PATH, PAGE, async (request, reply) => {
    const { view, context } = await look(request, reply, services);
    return send(reply.code(STATUS_CODES[view.session.status]), { view, context });
  });

  app.get<{ Params: SessionAddress }>(`${PATH}/status`, PAGE, async (request, reply) => {
    const [session, buyer] = await Promise.all([
      loadSession(request.params, services),
      request.server.pageParts.people.buyers.current(request.headers),
    ]);
    if (session === null) throw new PageRefusal("not_found");
    const standing = await standingOf(session, buyer?.email ?? null, services);
    return reply.header("Cache-Control", "no-store").send({ version: versionOf({ session, standing }) });
  });

  app.post<{ Params: SessionAddress }>(`${PATH}/confirm`, PAGE, (request, reply) => confirm(request, reply, services));
  app.post<{ Params: SessionAddress }>(`${PATH}/payments`, PAGE, (request, reply) => pay(request, reply, services));
  app.post<{ Params: SessionAddress & { payment: string } }>(
    `${PATH}/payments/:payment/cancel`,
    PAGE,
    async (request, reply) => {
      readForm(request);
      const { view } = await look(request, reply, services);
      const { session, standing } = view;
      if (standing.kind !== "mine") return seeOther(reply, hereOf(view));
      const known = standing.payments.find(({ id }) => id === request.params.payment);
      if (known === undefined) throw new PageRefusal("not_found");
      await cancelPayment(services, { account: session.account, escrow: standing.escrow.id, payment: known.id });
      return seeOther(reply, hereOf(view));
    },
  );

  // Where a form with a mistake in it was shown again, and is loaded anew.
  for (const action of ["confirm", "payments"]) {
    app.get<{ Params: SessionAddress }>(`${PATH}/${action}`, PAGE, (request, reply) =>
      seeOther(reply, pathOf(request.params) + queryOf(request)),
    );
  }
}

/** The session becomes an order of whoever is signed in, and its first payment is begun. */
async function confirm(request: Asked, reply: FastifyReply, services: CheckoutServices): Promise<FastifyReply> {
  const form = readForm(request);
  const { view, context } = await look(request, reply, services);
  const { session, standing } = view;
  const { buyer } = context;
  // Somebody was faster, or signed out in another tab: the page tells.
  const isOpen = standing.kind === "open";
  if (buyer === null || !(isOpen || unbegun(standing) !== null)) return seeOther(reply, hereOf(view));
  const choice = readChoice(form, view.methods);
  if (choice.method === null || choice.problem !== null) return sendBack(reply, { view, context, filled: choice });
  const { account, id } = session;
  const { fundingDeadlineSeconds } = services.config;
  const confirming = { account, session: id, buyerEmail: buyer.email, fundingDeadlineSeconds };
  const confirmed = isOpen ? await confirmSession(services, confirming) : null;
  const escrow = confirmed ?? unbegun(await standingNow(request, { buyer, services }));
  if (escrow !== null) {
    await startPayment(services, { account, escrow, method: choice.method, phone: choice.phone });
  }
  return seeOther(reply, hereOf(view));
}

/**
 * The order that the same buyer's other click has just made, and begun no payment for yet: the two are one request of a
 * person, so this one begins it. Both begin the same payment.
 */
const unbegun = (standing: Standing): EscrowId | null =>
  standing.kind === "mine" && isUnfunded(standing.escrow) && standing.payments.length === 0 ? standing.escrow.id : null;

async function standingNow(
  { params }: Asked,
  { buyer, services }: { buyer: Buyer; services: CheckoutServices },
): Promise<Standing> {
  const session = await loadSession(params, services);
  if (session === null) throw new PageRefusal("not_found");
  return standingOf(session, buyer.email, services);
}

/** Another payment of an order that is not paid in full. */
async function pay(request: Asked, reply: FastifyReply, services: CheckoutServices): Promise<FastifyReply> {
  const form = readForm(request);
  const { view, context } = await look(request, reply, services);
  const { session, standing } = view;
  if (standing.kind !== "mine" || !isUnfunded(standing.escrow)) return seeOther(reply, hereOf(view));
  const choice = readChoice(form, view.methods);
  if (choice.method === null || choice.problem !== null) return sendBack(reply, { view, context, filled: choice });
  const { method, phone } = choice;
  await startPayment(services, { account: session.account, escrow: standing.escrow.id, method, phone });
  return seeOther(reply, hereOf(view));
}

/** What the page shows to whoever asks for it. @throws PageRefusal not_found */
async function look(
  request: Asked,
  reply: FastifyReply,
  services: CheckoutServices,
): Promise<{ view: View; context: PageContext }> {
  const [context, session] = await Promise.all([openPage(request, reply), loadSession(request.params, services)]);
  if (session === null) throw new PageRefusal("not_found");
  const standing = await standingOf(session, context.buyer?.email ?? null, services);
  const view: View = {
    session,
    standing,
    path: pathOf(request.params),
    query: queryOf(request),
    orderPath: standing.kind === "mine" ? orderUrl(request.params.seller_code, standing.escrow.id) : null,
    methods: session.merchant.takesPayments ? services.providers.methods : [],
    fundingDeadlineSeconds: services.config.fundingDeadlineSeconds,
  };
  return { view, context };
}

/** Encoded, for it is told back before anybody has looked whether there is such a session. */
const pathOf = ({ seller_code, session_id }: SessionAddress): string =>
  `/pay/${encodeURIComponent(seller_code)}/${encodeURIComponent(session_id)}`;

function queryOf({ query }: FastifyRequest): string {
  const { lang } = query as Readonly<Record<string, unknown>>;
  return isLocale(lang) ? `?lang=${lang}` : "";
}

function readChoice({ method, phone = "" }: FormFields, offered: readonly PaymentMethod[]): Filled {
  const chosen = offered.find((one) => one === method) ?? null;
  const typed = phone.slice(0, PHONE_LENGTH);
  if (chosen === null) return { method: null, phone: typed, problem: "method" };
  const isWrong = chosen === "mobile_money" && readPhone(typed) === null;
  return { method: chosen, phone: typed, problem: isWrong ? "phone" : null };
}

const PHONE_LENGTH = 32;

type Page = { readonly view: View; readonly context: PageContext; readonly filled?: Filled };

function send(reply: FastifyReply, { view, context, filled = prefilled(view) }: Page): FastifyReply {
  if (isWaiting(view)) reply.headers(context.site.waitingHeaders);
  return reply.type(HTML_TYPE).send(renderPage(<SessionPage view={view} context={context} filled={filled} />));
}

const sendBack = (reply: FastifyReply, page: Required<Page>): FastifyReply => send(reply.code(UNPROCESSABLE), page);

/** The phone that was asked last is asked again, unless the buyer names another. */
function prefilled({ standing }: View): Filled {
  if (standing.kind !== "mine") return NOTHING_FILLED;
  return { ...NOTHING_FILLED, phone: lastPhone(standing) };
}

function lastPhone({ payments }: Mine): string {
  const asked = payments.findLast(({ instructions }) => instructions?.kind === "prompt")?.instructions;
  return asked?.kind === "prompt" ? asked.phone : "";
}
