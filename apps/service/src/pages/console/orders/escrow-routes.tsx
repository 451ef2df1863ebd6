/** Escrows in the console: the list, one escrow, a submission, a cancellation. */
import { ESCROW_STATUSES, LIMITS } from "@holdfast/contract";
import { cancelEscrow, submitMilestone } from "../../../commands/seller-orders.js";
import { milestoneOf } from "../../../domain/escrow.js";
import { parseUuid } from "../../../domain/ids.js";
import type { Milestone } from "../../../domain/model.js";
import { cents, parseCents } from "../../../domain/money.js";
import { ESCROW_GROUPS, listEscrowLines } from "../../../store/read/console/orders.js";
import { PageRefusal } from "../../refusal.js";
import { pageIn } from "../paging.js";
import type { Asked, ConsoleRoutes } from "../routes.js";
import type { ConsoleServices } from "../services.js";
import { ESCROW_SAID, EscrowPage, type EscrowSaid } from "./escrow.js";
import { CancelPage, SubmitPage, type SubmitProblem } from "./escrow-actions.js";
import { EscrowsPage } from "./escrows.js";
import { escrowUrl } from "./links.js";
import { type EscrowStory, loadEscrowStory, versionOf } from "./load.js";
import { daysOf, readTyped } from "./query.js";
import { isMoving, mayCancel, maySubmit } from "./standing.js";

const ESCROW = "/escrows/:escrow";
const SUBMIT = `${ESCROW}/milestones/:milestone/submit`;

/** Something else happened first. */
const CONFLICT = 409;
const UNPROCESSABLE = 422;

export function registerEscrows(routes: ConsoleRoutes, services: ConsoleServices): void {
  routes.page("/escrows", "read", async (context, { query }) => {
    const { account } = context.member;
    const typed = readTyped(query);
    await services.settleDue(account);
    const status = [...ESCROW_GROUPS, ...ESCROW_STATUSES].find((one) => one === typed.status) ?? null;
    const filter = { ...daysOf(typed), status, search: typed.q };
    const page = await listEscrowLines(services.db, account, { ...filter, page: pageIn(query, "uuid") });
    return <EscrowsPage context={context} page={page} typed={typed} />;
  });

  routes.page(ESCROW, "read", async (context, asked) => {
    const story = await loadEscrowStory(services, context, idIn(asked));
    if (isMoving(story)) asked.reply.headers(context.site.waitingHeaders);
    return <EscrowPage context={context} story={story} said={saidIn(asked)} />;
  });

  routes.page(`${ESCROW}/status`, "read", async (context, asked) =>
    asked.reply.send({ version: versionOf(await loadEscrowStory(services, context, idIn(asked))) }),
  );

  registerSubmit(routes, services);
  registerCancel(routes, services);
}

function registerSubmit(routes: ConsoleRoutes, services: ConsoleServices): void {
  routes.page(SUBMIT, "handleOrders", async (context, asked) => {
    const story = await loadEscrowStory(services, context, idIn(asked));
    const milestone = milestoneIn(story, asked);
    if (!maySubmit(story.escrow, milestone)) return said(escrowUrl(context, story.escrow.id), "not_submitted");
    return <SubmitPage context={context} story={story} milestone={milestone} details="" problem={null} />;
  });

  routes.action(SUBMIT, "handleOrders", async (context, form, asked) => {
    const story = await loadEscrowStory(services, context, idIn(asked));
    const milestone = milestoneIn(story, asked);
    const here = escrowUrl(context, story.escrow.id);
    // Browsers send the ends of lines as two characters.
    const details = (form["details"] ?? "").replaceAll("\r\n", "\n");
    const problem = problemOf(details);
    if (problem !== null) {
      const page = (
        <SubmitPage context={context} story={story} milestone={milestone} details={details} problem={problem} />
      );
      return { status: UNPROCESSABLE, page };
    }
    const { account, id: escrow } = story.escrow;
    const refusal = await submitMilestone(services.door, { account, escrow, milestone: milestone.id, details });
    return said(here, refusal === null ? "submitted" : "not_submitted");
  });
}

/** As the API takes it: not blank, and of at most so many characters. */
function problemOf(details: string): SubmitProblem | null {
  if (details.trim() === "") return "blank";
  return [...details].length > LIMITS.submissionDetailsLength ? "long" : null;
}

function registerCancel(routes: ConsoleRoutes, services: ConsoleServices): void {
  routes.page(`${ESCROW}/cancel`, "handleOrders", async (context, asked) => {
    const story = await loadEscrowStory(services, context, idIn(asked));
    if (!mayCancel(story.escrow)) return said(escrowUrl(context, story.escrow.id), "not_cancelled");
    return <CancelPage context={context} story={story} hasChanged={false} />;
  });

  routes.action(`${ESCROW}/cancel`, "handleOrders", async (context, form, asked) => {
    const id = parseUuid("escrow", idIn(asked));
    if (id === null) throw new PageRefusal("not_found");
    const refund = parseCents(form["refund"] ?? "") ?? cents(-1n);
    const refusal = await cancelEscrow(services.door, { account: context.member.account, escrow: id, refund });
    if (refusal === null) return said(escrowUrl(context, id), "cancelled");
    const story = await loadEscrowStory(services, context, idIn(asked));
    if (!mayCancel(story.escrow)) return said(escrowUrl(context, id), "not_cancelled");
    return { status: CONFLICT, page: <CancelPage context={context} story={story} hasChanged /> };
  });
}

const idIn = ({ params }: Asked): string => params["escrow"] ?? "";

/** @throws PageRefusal not_found for what is no milestone of the escrow. */
function milestoneIn({ escrow }: EscrowStory, { params }: Asked): Milestone {
  const id = parseUuid("milestone", params["milestone"] ?? "");
  const milestone = id === null ? undefined : milestoneOf(escrow, id);
  if (milestone === undefined) throw new PageRefusal("not_found");
  return milestone;
}

const said = (path: string, code: EscrowSaid): string => `${path}?said=${code}`;

const saidIn = ({ query }: Asked): EscrowSaid | null => {
  const code = query["said"] ?? "";
  return Object.hasOwn(ESCROW_SAID, code) ? (code as EscrowSaid) : null;
};
