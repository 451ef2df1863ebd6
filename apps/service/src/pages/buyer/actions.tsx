/** What a buyer does with an order: the pages that ask, and the forms that they send. */

import multipart from "@fastify/multipart";
import { LIMITS } from "@holdfast/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { JSX } from "preact";
import { approveMilestone } from "../../commands/approve-milestone.js";
import { declineEscrow } from "../../commands/decline-escrow.js";
import { disputeMilestone } from "../../commands/dispute-milestone.js";
import type { Door } from "../../commands/execute.js";
import type { OfBuyer } from "../../commands/parties.js";
import { requestRevision } from "../../commands/request-revision.js";
import type { Outcome } from "../../commands/unit.js";
import type { NewEvidence } from "../../domain/evidence.js";
import type { Milestone } from "../../domain/model.js";
import type { Buyer } from "../../identity/buyers.js";
import { HTML_TYPE, renderPage } from "../kit/document.js";
import { orderUrl } from "../kit/links.js";
import { type FormFields, openPage, type PageContext, readForm, seeOther } from "../kit/page-context.js";
import { PageRefusal } from "../kit/refusal.js";
import { type FileProblem, readUpload, type UploadTurns } from "../kit/upload.js";
import { uploadWords } from "../kit/upload-messages.js";
import {
  ApprovePage,
  DeclinePage,
  DisputePage,
  EMPTY_FORM,
  type FormProblem,
  RevisionPage,
  type SentForm,
} from "./forms.js";
import { ACTIONS, type MilestoneVerb } from "./links.js";
import { SignedOutPage } from "./list.js";
import { loadOrder, milestoneIn, type OrderParams, type OrderServices, type OrderView, readAddress } from "./load.js";
import { noticeQuery, type OrderVerb } from "./notice.js";
import { mayAct, mayDecline } from "./standing.js";

const ORDER = "/orders/:seller_code/:escrow_id";
const MILESTONE = `${ORDER}/milestones/:milestone_id`;
const AS_PAGE = { config: { page: true as const } };

type Params = { Params: OrderParams };
type Request = FastifyRequest<Params>;

/** Whoever acts, and on what. */
type Scene = {
  readonly context: PageContext;
  readonly buyer: Buyer;
  readonly order: OrderView;
  /** The one that the address names; null for what is done to the whole order. */
  readonly milestone: Milestone | null;
};

/** @param inTurn shared with the other forms that bring files. */
export function registerActions(app: FastifyInstance, services: OrderServices, inTurn: UploadTurns): void {
  for (const verb of Object.keys(ACTIONS) as MilestoneVerb[]) {
    app.get<Params>(`${MILESTONE}/${ACTIONS[verb]}`, AS_PAGE, (request, reply) =>
      ask({ request, reply, services, verb }),
    );
  }
  app.get<Params>(`${ORDER}/decline`, AS_PAGE, (request, reply) => ask({ request, reply, services, verb: "decline" }));

  app.post<Params>(`${ORDER}/decline`, AS_PAGE, async (request, reply) => {
    readForm(request);
    return act({ request, reply, services, verb: "decline" }, () => declineEscrow);
  });
  app.post<Params>(`${MILESTONE}/${ACTIONS.approve}`, AS_PAGE, async (request, reply) => {
    readForm(request);
    return act(
      { request, reply, services, verb: "approve" },
      ({ milestone: { id: milestone } }) =>
        (door, order) =>
          approveMilestone(door, { ...order, milestone }),
    );
  });
  app.post<Params>(`${MILESTONE}/${ACTIONS.requestRevision}`, AS_PAGE, async (request, reply) => {
    const form = sentForm(readForm(request));
    return act({ request, reply, services, verb: "requestRevision" }, ({ milestone, context }) => {
      const problem = reasonProblem(form.reason, context);
      if (problem !== null) return { ...form, problem };
      const { reason } = form;
      return (door, order) => requestRevision(door, { ...order, milestone: milestone.id, reason });
    });
  });
  registerDispute(app, services, inTurn);
}

type Asked = {
  readonly request: Request;
  readonly reply: FastifyReply;
  readonly services: OrderServices;
  readonly verb: OrderVerb;
};

/** The page that asks; where there is nothing to ask any more, the order's page says why. */
async function ask({ request, reply, services, verb }: Asked): Promise<FastifyReply> {
  const context = await openPage(request, reply);
  if (context.buyer === null) return send(reply, <SignedOutPage context={context} next={context.url} />);
  const scene = await sceneOf({ request, services, context, buyer: context.buyer });
  const may =
    scene.milestone === null
      ? mayDecline(scene.order.escrow)
      : mayAct(scene.order.escrow, scene.milestone, verb as MilestoneVerb);
  return may ? send(reply, pageOf(scene, verb, EMPTY_FORM)) : leadBack(reply, scene, { verb, kind: "refused" });
}

type Command = (door: Door, order: OfBuyer) => Promise<Outcome<"escrow">>;

/** What a form asks for, or the form with what has to be put right in it. */
type Read = (scene: Scene & { readonly milestone: Milestone }) => Command | SentForm | Promise<Command | SentForm>;

/** Does what a form asks for, once; a form that comes again finds it done, and is told so. */
async function act({ request, reply, services, verb }: Asked, read: Read): Promise<FastifyReply> {
  const context = await openPage(request, reply);
  // Signed out meanwhile: the page that asks signs in first.
  if (context.buyer === null) return seeOther(reply, request.url);
  const scene = await sceneOf({ request, services, context, buyer: context.buyer });
  const wanted = await read(scene as Scene & { readonly milestone: Milestone });
  if (typeof wanted !== "function") return send(reply.code(400), pageOf(scene, verb, wanted));
  const { account, id } = scene.order.escrow;
  const outcome = await wanted(services.door, { account, escrow: id, buyer: scene.buyer.email });
  if (!outcome.ok && outcome.reason.code === "not_found") throw new PageRefusal("not_found");
  return leadBack(reply, scene, { verb, kind: outcome.ok ? "done" : "refused" });
}

async function sceneOf({
  request,
  services,
  context,
  buyer,
}: {
  request: Request;
  services: OrderServices;
  context: PageContext;
  buyer: Buyer;
}): Promise<Scene> {
  const order = await loadOrder(services, readAddress(request.params), buyer.email);
  const milestone = request.params.milestone_id === undefined ? null : milestoneIn(order, request.params);
  return { context, buyer, order, milestone };
}

function leadBack(
  reply: FastifyReply,
  { order, milestone }: Scene,
  { verb, kind }: { verb: OrderVerb; kind: "done" | "refused" },
): FastifyReply {
  const { escrow, merchant } = order;
  const part = milestone === null ? null : escrow.milestones.findIndex(({ id }) => id === milestone.id) + 1;
  return seeOther(reply, orderUrl(merchant.sellerCode, escrow.id) + noticeQuery(kind, verb, part));
}

function pageOf({ context, order, milestone }: Scene, verb: OrderVerb, form: SentForm): JSX.Element {
  if (verb === "decline" || milestone === null) return <DeclinePage context={context} order={order} />;
  const props = { context, order, milestone };
  switch (verb) {
    case "approve":
      return <ApprovePage {...props} />;
    case "requestRevision":
      return <RevisionPage {...props} form={form} />;
    case "dispute":
      return <DisputePage {...props} form={form} />;
    default:
      return verb satisfies never;
  }
}

/** The route that takes files. Whose order it is, and that it can be disputed, is known before any of them is read. */
function registerDispute(app: FastifyInstance, services: OrderServices, inTurn: UploadTurns): void {
  app.register(async (scope) => {
    await scope.register(multipart);
    scope.post<Params>(`${MILESTONE}/${ACTIONS.dispute}`, AS_PAGE, async (request, reply) => {
      const { buyers } = scope.pageParts.people;
      const buyer = await buyers.current(request.headers);
      await inTurn(buyer?.email ?? "", async () => {
        await dispute({ request, reply, services, verb: "dispute" });
      });
      return reply;
    });
  });
}

const dispute = (asked: Asked): Promise<FastifyReply> =>
  act(asked, async ({ order, milestone, context }) => {
    // The decision will refuse it: there is nothing to read.
    if (!mayAct(order.escrow, milestone, "dispute")) return disputing(milestone, { reason: "", evidence: [] });
    const { fields, files, problem } = await readUpload(asked.request);
    const form = sentForm(fields);
    const unfit = fileProblem(problem, context);
    // Of a form that did not arrive whole, the words may be missing too.
    const wrong = problem?.kind === "unreadable" ? unfit : (reasonProblem(form.reason, context) ?? unfit);
    if (wrong !== null) return { ...form, problem: wrong };
    return disputing(milestone, { reason: form.reason, evidence: files });
  });

const disputing =
  (
    { id: milestone }: Milestone,
    said: { readonly reason: string; readonly evidence: readonly NewEvidence[] },
  ): Command =>
  (door, order) =>
    disputeMilestone(door, { ...order, milestone, ...said });

/** Browsers send line breaks as CR LF (HTML, "Constructing the entry list"). */
export const sentForm = (fields: FormFields): SentForm => ({
  reason: (fields["reason"] ?? "").replaceAll("\r\n", "\n").trim(),
  problem: null,
});

export function reasonProblem(reason: string, { locale }: PageContext): FormProblem | null {
  const words = uploadWords(locale);
  if (reason === "") return { field: "reason", text: words.problem_reason_missing };
  if ([...reason].length <= LIMITS.reasonLength) return null;
  return { field: "reason", text: words.problem_reason_long(LIMITS.reasonLength) };
}

export function fileProblem(problem: FileProblem | null, { locale }: PageContext): FormProblem | null {
  if (problem === null) return null;
  const { kind, name } = problem;
  return {
    field: "files",
    text: uploadWords(locale)[`problem_files_${kind}`],
    ...(name === undefined ? {} : { name }),
  };
}

export const send = (reply: FastifyReply, page: JSX.Element): FastifyReply =>
  reply.type(HTML_TYPE).send(renderPage(page));
