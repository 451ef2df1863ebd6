/** A buyer's own area: the list of orders, each order, its receipt, its files, and what can be done. Another buyer's is 404. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { JSX } from "preact";
import { parseUuid, UUID } from "../../domain/ids.js";
import { findEvidence } from "../../store/read/orders/orders.js";
import type { PageRequest } from "../../store/read/page.js";
import { sendFile } from "../files.js";
import { openPage, type PageContext } from "../page-context.js";
import { PageRefusal } from "../refusal.js";
import { registerActions, send } from "./actions.js";
import { registerDisputeActions } from "./dispute-actions.js";
import { ORDERS_PATH } from "./links.js";
import { OrdersPage, SignedOutPage } from "./list.js";
import { loadOrder, loadOrders, type OrderParams, type OrderServices, readAddress } from "./load.js";
import { noticeOf } from "./notice.js";
import { OrderPage } from "./order.js";
import { ReceiptPage } from "./receipt.js";
import { openUploadTurns } from "./upload.js";

const ORDERS_SHOWN = 20;
const ORDER = `${ORDERS_PATH}/:seller_code/:escrow_id`;
const AS_PAGE = { config: { page: true as const } };

type Params = { Params: OrderParams };
type Request = FastifyRequest<Params>;
type SignedIn = { readonly context: PageContext; readonly buyer: string };

export function registerOrders(app: FastifyInstance, services: OrderServices): void {
  app.get(ORDERS_PATH, AS_PAGE, (request, reply) =>
    signedIn(request as Request, reply, async ({ context, buyer }) => {
      const page = await loadOrders(services, buyer, readPage(request.query as Query));
      return <OrdersPage context={context} page={page} />;
    }),
  );
  app.get<Params>(ORDER, AS_PAGE, (request, reply) =>
    signedIn(request, reply, async ({ context, buyer }) => {
      const order = await loadOrder(services, readAddress(request.params), buyer);
      const notice = noticeOf(order, request.query as Query, context.locale);
      return <OrderPage context={context} order={order} notice={notice} />;
    }),
  );
  app.get<Params>(`${ORDER}/receipt`, AS_PAGE, (request, reply) =>
    signedIn(request, reply, async ({ context, buyer }) => (
      <ReceiptPage context={context} order={await loadOrder(services, readAddress(request.params), buyer)} />
    )),
  );
  app.get<Params>(`${ORDER}/evidence/:evidence_id`, AS_PAGE, (request, reply) =>
    signedIn(request, reply, ({ buyer }) => sendEvidence(request, reply, { services, buyer })),
  );
  const inTurn = openUploadTurns();
  registerActions(app, services, inTurn);
  registerDisputeActions(app, services, inTurn);
}

type Query = Readonly<Record<string, unknown>>;

/** Signs in first whoever is not: nothing is told of any order before. */
async function signedIn(
  request: Request,
  reply: FastifyReply,
  answer: (who: SignedIn) => Promise<JSX.Element | FastifyReply>,
): Promise<FastifyReply> {
  const context = await openPage(request, reply);
  if (context.buyer === null) return send(reply, <SignedOutPage context={context} next={context.url} />);
  const answered = await answer({ context, buyer: context.buyer.email });
  return reply.sent ? reply : send(reply, answered as JSX.Element);
}

/** A position that is none begins at the newest: there is nothing to guess in one's own list. */
function readPage({ older, newer }: Query): PageRequest {
  const at = (position: unknown): string | null =>
    typeof position === "string" && UUID.test(position) ? position : null;
  const [before, after] = [at(older), at(newer)];
  if (before !== null) return { limit: ORDERS_SHOWN, from: { position: before, direction: "older" } };
  if (after !== null) return { limit: ORDERS_SHOWN, from: { position: after, direction: "newer" } };
  return { limit: ORDERS_SHOWN, from: null };
}

async function sendEvidence(
  { params }: Request,
  reply: FastifyReply,
  { services, buyer }: { services: OrderServices; buyer: string },
): Promise<FastifyReply> {
  const id = parseUuid("evidence", params.evidence_id ?? "");
  const file = id === null ? null : await findEvidence(services.db, { ...readAddress(params), id }, { buyer });
  if (file === null) throw new PageRefusal("not_found");
  return sendFile(reply, file);
}
