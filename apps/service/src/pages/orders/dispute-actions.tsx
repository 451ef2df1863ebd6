/** What a buyer does in a dispute: writes, offers, answers an offer. The pages that ask, and the forms that they send. */
import multipart from "@fastify/multipart";
import { LIMITS } from "@holdfast/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { JSX } from "preact";
import {
  acceptOffer,
  declineOffer,
  makeOffer,
  type Side,
  withdrawOffer,
  writeStatement,
} from "../../commands/disputes.js";
import { OFFERS_MAX, STATEMENTS_MAX } from "../../domain/decisions/negotiate.js";
import { unreleasedOf } from "../../domain/escrow.js";
import type { Refusal } from "../../domain/model.js";
import type { OrderOffer } from "../../store/read/orders/orders.js";
import { EMPTY_OFFER, type OfferForm, parseOfferNumber, readOffer, splitOf } from "../disputes/offer-form.js";
import { openPage, type PageContext, readForm, seeOther } from "../page-context.js";
import { PageRefusal } from "../refusal.js";
import { actionMessages } from "./action-messages.js";
import { fileProblem, reasonProblem, send, sentForm } from "./actions.js";
import { AcceptPage, type OfferFault, OfferPage, splitSentence, WritePage } from "./dispute-forms.js";
import { negotiation } from "./dispute-messages.js";
import { EMPTY_FORM, type SentForm } from "./forms.js";
import { type DisputeStep, disputeUrl, orderUrl } from "./links.js";
import { SignedOutPage } from "./list.js";
import { loadOrder, type OrderParams, type OrderServices, type OrderView, readAddress } from "./load.js";
import { type DisputeVerb, noticeQuery } from "./notice.js";
import { readUpload, type UploadTurns } from "./upload.js";

const ORDER = "/orders/:seller_code/:escrow_id";
const AS_PAGE = { config: { page: true as const } };
const pathTo = (step: DisputeStep): string => disputeUrl(ORDER, step, ":number");

type Params = { Params: OrderParams & { readonly number?: string } };
type Request = FastifyRequest<Params>;

type Scene = { readonly context: PageContext; readonly order: OrderView; readonly side: Side };

/** @param inTurn shared with the other forms that bring files. */
export function registerDisputeActions(app: FastifyInstance, services: OrderServices, inTurn: UploadTurns): void {
  const page = (step: DisputeStep, verb: DisputeVerb, show: (scene: Scene, request: Request) => JSX.Element | null) =>
    app.get<Params>(pathTo(step), AS_PAGE, async (request, reply) => {
      const scene = await sceneOf(request, reply, services);
      if (scene === null)
        return send(reply, <SignedOutPage context={await openPage(request, reply)} next={request.url} />);
      const shown = scene.order.escrow.status === "DISPUTED" ? show(scene, request) : null;
      return shown === null
        ? leadBack(reply, scene, { verb, refused: true, number: numberIn(request) })
        : send(reply, shown);
    });
  page("write", "statement", (scene) => <WritePage {...scene} form={EMPTY_FORM} />);
  page("offer", "offer", (scene) => <OfferPage {...scene} form={EMPTY_OFFER} fault={null} />);
  page("accept", "acceptOffer", (scene, request) => {
    const offer = offerIn(scene.order, request);
    return offer?.status === "OPEN" && offer.by === "merchant" ? <AcceptPage {...scene} offer={offer} /> : null;
  });

  const answer = (step: DisputeStep, verb: DisputeVerb, command: typeof acceptOffer) =>
    app.post<Params>(pathTo(step), AS_PAGE, async (request, reply) => {
      readForm(request);
      const scene = await sceneOf(request, reply, services);
      if (scene === null) return signInFirst(request, reply);
      const number = numberIn(request);
      if (number === null) throw new PageRefusal("not_found");
      const refusal = await command(services.door, scene.side, number);
      return done(reply, scene, { verb, refusal, number });
    });
  answer("accept", "acceptOffer", acceptOffer);
  answer("decline", "declineOffer", declineOffer);
  answer("withdraw", "withdrawOffer", withdrawOffer);

  app.post<Params>(pathTo("offer"), AS_PAGE, async (request, reply) => {
    const form = readOffer(readForm(request));
    const scene = await sceneOf(request, reply, services);
    return scene === null ? signInFirst(request, reply) : offer(reply, { scene, form, services });
  });
  registerWriting(app, services, inTurn);
}

/** Null for nobody. @throws PageRefusal not_found for another buyer's order. */
async function sceneOf(request: Request, reply: FastifyReply, services: OrderServices): Promise<Scene | null> {
  const context = await openPage(request, reply);
  if (context.buyer === null) return null;
  const order = await loadOrder(services, readAddress(request.params), context.buyer.email);
  const { account, id } = order.escrow;
  return { context, order, side: { account, escrow: id, party: "buyer", buyer: context.buyer.email } };
}

const numberIn = ({ params }: Request): number | null => parseOfferNumber(params.number);

const offerIn = ({ offers }: OrderView, request: Request): OrderOffer | undefined =>
  offers.find(({ number }) => number === numberIn(request));

/** Signed out meanwhile: the page that asks signs in first; for what no page asks about, the page of the order. */
const signInFirst = (request: Request, reply: FastifyReply): FastifyReply =>
  seeOther(reply, request.url.replace(/\/dispute\/offers\/[^/]*\/(?:decline|withdraw)$/, ""));

type Came = { readonly verb: DisputeVerb; readonly number?: number | null };

function done(
  reply: FastifyReply,
  scene: Scene,
  { refusal, ...came }: Came & { refusal: Refusal | null },
): FastifyReply {
  if (refusal?.code === "not_found") throw new PageRefusal("not_found");
  return leadBack(reply, scene, { ...came, refused: refusal !== null });
}

function leadBack(
  reply: FastifyReply,
  { order }: Scene,
  { verb, number = null, refused }: Came & { refused: boolean },
): FastifyReply {
  const { escrow, merchant } = order;
  return seeOther(
    reply,
    orderUrl(merchant.sellerCode, escrow.id) + noticeQuery(refused ? "refused" : "done", verb, number),
  );
}

async function offer(
  reply: FastifyReply,
  { scene, form, services }: { scene: Scene; form: OfferForm; services: OrderServices },
): Promise<FastifyReply> {
  const { order, context, side } = scene;
  const words = negotiation(context.locale);
  const again = (fault: OfferFault): FastifyReply =>
    send(reply.code(400), <OfferPage {...scene} form={form} fault={fault} />);
  if (order.escrow.status !== "DISPUTED") return leadBack(reply, scene, { verb: "offer", refused: true });
  if ([...form.text].length > LIMITS.reasonLength) {
    return again({ field: "text", sentence: actionMessages(context.locale).problem_reason_long(LIMITS.reasonLength) });
  }
  const split = splitOf(form, unreleasedOf(order.escrow));
  if ("kind" in split) return again({ field: split.field, sentence: splitSentence(split, order, context.locale) });
  const refusal = await makeOffer(services.door, side, { split, text: form.text });
  if (refusal?.code === "validation_failed") {
    // The sum fitted a moment ago; if it does not any more, the page that comes back names the new one.
    const now = await loadOrder(
      services,
      { sellerCode: order.merchant.sellerCode, escrow: side.escrow },
      order.escrow.buyerEmail.toLowerCase(),
    );
    const changed = splitOf(form, unreleasedOf(now.escrow));
    const sentence =
      "kind" in changed ? splitSentence(changed, now, context.locale) : words.problem_manyOffers(OFFERS_MAX);
    return send(
      reply.code(400),
      <OfferPage context={context} order={now} form={form} fault={{ field: "refund", sentence }} />,
    );
  }
  return done(reply, scene, { verb: "offer", refusal });
}

/** The route that takes files. That it is the buyer's order, and in dispute, is known before any of them is read. */
function registerWriting(app: FastifyInstance, services: OrderServices, inTurn: UploadTurns): void {
  app.register(async (scope) => {
    await scope.register(multipart);
    scope.post<Params>(pathTo("write"), AS_PAGE, async (request, reply) => {
      const buyer = await scope.pageParts.people.buyers.current(request.headers);
      await inTurn(buyer?.email ?? "", async () => {
        await write(request, reply, services);
      });
      return reply;
    });
  });
}

async function write(request: Request, reply: FastifyReply, services: OrderServices): Promise<FastifyReply> {
  const scene = await sceneOf(request, reply, services);
  if (scene === null) return signInFirst(request, reply);
  const { context, side, order } = scene;
  if (order.escrow.status !== "DISPUTED") return leadBack(reply, scene, { verb: "statement", refused: true });
  const { fields, files, problem } = await readUpload(request);
  const form = sentForm(fields);
  const again = (wrong: SentForm["problem"]): FastifyReply =>
    send(reply.code(400), <WritePage {...scene} form={{ ...form, problem: wrong }} />);
  const unfit = fileProblem(problem, context);
  const wrong = problem?.kind === "unreadable" ? unfit : (reasonProblem(form.reason, context) ?? unfit);
  if (wrong !== null) return again(wrong);
  const refusal = await writeStatement(services.door, side, { text: form.reason, evidence: files });
  if (refusal?.code === "validation_failed") {
    return again({ field: "reason", text: negotiation(context.locale).problem_manyStatements(STATEMENTS_MAX) });
  }
  return done(reply, scene, { verb: "statement", refusal });
}
