/**
 * The shortest way from nothing to each event: the calls of a store, and those of the sandbox's helpers. The caller says
 * how a call is made: inside this process, or over the network.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type EventType, type OperationId, operation, type Static, type schemas } from "@holdfast/contract";
import { CommandRefused } from "@holdfast/service/admin";

/** A call of the API, or looking at the escrow until time has ended it. */
type Step = { readonly call: OperationId; readonly body?: () => object } | "wait for the deadline";

/** Of each run another one: no two orders of a store have one id. */
const order = () => ({
  title: "Hand-thrown dinner set",
  amount: "249.90",
  external_reference: `holdfast-trigger-${randomUUID()}`,
});

const create: Step = { call: "createSession", body: order };
const expire: Step = { call: "expireSession" };
const confirm: Step = { call: "sandboxConfirmSession" };
const pay: Step = { call: "sandboxRecordPayment" };
const payPart: Step = { call: "sandboxRecordPayment", body: () => ({ amount: "1.00" }) };
const announce: Step = { call: "sandboxRecordPayment", body: () => ({ method: "bank", outcome: "pending" }) };
const cancel: Step = { call: "sandboxCancelEscrow" };
const submit: Step = { call: "submitMilestone", body: () => ({ submission_details: "DHL 4410 8823 7712" }) };
const revise: Step = { call: "sandboxRequestRevision", body: () => ({ reason: "The blue one, please." }) };
const approve: Step = { call: "sandboxApproveMilestone" };
const dispute: Step = { call: "sandboxDisputeMilestone", body: () => ({ reason: "It came in pieces." }) };
const resume: Step = { call: "sandboxResolveDispute", body: () => ({ outcome: "resume" }) };

const refund: Step = { call: "createRefund", body: () => ({ amount: "24.00", reason: "damaged" }) };

const returned: Step = { call: "sandboxReturnRefund" };

/** Every type but `ping`, which no call leads to. */
export type Recipe = Exclude<EventType, "ping">;

const RECIPES: Readonly<Record<Recipe, readonly Step[]>> = {
  "checkout.session.completed": [create, confirm],
  "checkout.session.expired": [create, expire],
  "escrow.created": [create, confirm],
  "escrow.partially_funded": [create, confirm, payPart],
  "escrow.funded": [create, confirm, pay],
  "escrow.work_started": [create, confirm, pay, submit],
  "escrow.milestone.submitted": [create, confirm, pay, submit],
  "escrow.milestone.revision_requested": [create, confirm, pay, submit, revise],
  "escrow.milestone.approved": [create, confirm, pay, submit, approve],
  "escrow.milestone.disputed": [create, confirm, pay, submit, dispute],
  "escrow.completed": [create, confirm, pay, submit, approve],
  "escrow.disputed": [create, confirm, pay, submit, dispute],
  "escrow.cancelled": [create, confirm, cancel],
  "escrow.expired": [create, confirm, "wait for the deadline"],
  "escrow.updated": [create, confirm, announce],
  "escrow.milestone.updated": [create, confirm, pay, submit, dispute, resume],
  "refund.created": [create, confirm, pay, refund],
  "refund.updated": [create, confirm, pay, refund, returned],
};

const LOOK_AGAIN_MS = 200;
const LOOKS_MAX = 75;
const EVENTS_A_PAGE = 100;

/** Parameters of paths, as far as the answers have given them. */
type Known = Readonly<Record<string, string>>;

type Asked = {
  readonly id: OperationId;
  readonly known?: Known;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
};

/** Makes a call and returns the object of the answer. @throws whatever tells the caller of a refusal. */
export type Ask = <Body>(asked: Asked) => Promise<Body>;

/** The path of an operation with its parameters filled in. */
export const pathOf = (id: OperationId, known: Known = {}): string =>
  operation(id).path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(known[name] ?? ""));

/** Takes the steps that lead to an event of the type, and returns its id. */
export const trigger = (ask: Ask, type: Recipe): Promise<string> =>
  caused(ask, type, async () => {
    let known: Known = {};
    for (const step of RECIPES[type]) known = { ...known, ...(await take(ask, step, known)) };
    return known;
  });

/** The id of the event that `act` leads to; what it returns are parameters of paths. */
export async function caused(ask: Ask, type: EventType, act: () => Promise<Known>): Promise<string> {
  const [before] = await events(ask, { limit: "1" });
  const known = await act();
  const event = await newest(ask, { type, after: before?.id ?? null, known });
  if (event === null) throw new Error(`the steps that lead to ${type} were taken, and no such event is in the feed`);
  return event.id;
}

async function take(ask: Ask, step: Step, known: Known): Promise<Known> {
  if (step === "wait for the deadline") return awaitDeadline(ask, known);
  return learn(await ask<Answer>({ id: step.call, known, body: step.body?.() ?? {} }));
}

async function awaitDeadline(ask: Ask, known: Known): Promise<Known> {
  for (let look = 1; look <= LOOKS_MAX; look += 1) {
    const escrow = await ask<Answer>({ id: "getEscrow", known });
    if (escrow.object === "escrow" && escrow.status === "DEADLINE_EXPIRED") return {};
    await sleep(LOOK_AGAIN_MS);
  }
  throw new CommandRefused("the escrow did not reach its deadline: does the service's clock stand still?");
}

type Answer =
  | Pick<Static<typeof schemas.CheckoutSession>, "object" | "id">
  | Pick<Static<typeof schemas.Escrow>, "object" | "id" | "status" | "milestones">
  | Pick<Static<typeof schemas.Refund>, "object" | "id">;

/** By the names that the contract's paths have for them. */
function learn(answer: Answer): Known {
  if (answer.object === "refund") return { refund_id: answer.id };
  if (answer.object !== "escrow") return { id: answer.id };
  const [milestone] = answer.milestones;
  return { escrow_id: answer.id, ...(milestone === undefined ? {} : { milestone_id: milestone.id }) };
}

type Event = {
  readonly id: string;
  readonly data: { readonly object: { readonly id?: string; readonly escrow?: string } };
};

const events = async (ask: Ask, query: Known): Promise<readonly Event[]> =>
  (await ask<{ readonly data: readonly Event[] }>({ id: "listEvents", query })).data;

/** The newest event of the type that came after another and tells of what was made here; others may be at work beside us. */
async function newest(
  ask: Ask,
  { type, after, known }: { type: EventType; after: string | null; known: Known },
): Promise<Event | null> {
  const isOurs = ({ data: { object } }: Event): boolean =>
    type === "ping" || [object.id, object.escrow].some((id) => id !== undefined && Object.values(known).includes(id));
  const query = { type, limit: String(EVENTS_A_PAGE) };
  // Newest first where there is no event to follow; the account had none, so a page holds them all.
  if (after === null) return (await events(ask, query)).find(isOurs) ?? null;
  let found: Event | null = null;
  for (let position = after; ; ) {
    const page = await events(ask, { ...query, after: position });
    found = page.findLast(isOurs) ?? found;
    if (page.length < EVENTS_A_PAGE) return found;
    position = page.at(-1)?.id ?? position;
  }
}
