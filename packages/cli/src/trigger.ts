/**
 * `holdfast trigger`: makes the real thing happen that emits an event of the asked type. The calls are those of a store
 * and of the sandbox helpers, through the API inside this process: it does not matter whether a service runs.
 */
import { setTimeout as sleep } from "node:timers/promises";
import {
  EVENT_TYPES,
  type EventType,
  type OperationId,
  operation,
  type Static,
  type schemas,
} from "@holdfast/contract";
import * as admin from "@holdfast/service/admin";
import { Argument, type Command } from "commander";
import { keyIn } from "./key.js";
import { type Entering, run } from "./run.js";

/** A call of the API, or looking at the escrow until time has ended it. */
type Step = { readonly call: OperationId; readonly body?: object } | "wait for the deadline";

const ORDER = { title: "Hand-thrown dinner set", amount: "249.90", external_reference: "holdfast trigger" };

const create: Step = { call: "createSession", body: ORDER };
const expire: Step = { call: "expireSession" };
const confirm: Step = { call: "sandboxConfirmSession" };
const pay: Step = { call: "sandboxRecordPayment" };
const payPart: Step = { call: "sandboxRecordPayment", body: { amount: "1.00" } };
const announce: Step = { call: "sandboxRecordPayment", body: { method: "bank", outcome: "pending" } };
const cancel: Step = { call: "sandboxCancelEscrow" };
const submit: Step = { call: "submitMilestone", body: { submission_details: "DHL 4410 8823 7712" } };
const revise: Step = { call: "sandboxRequestRevision", body: { reason: "The blue one, please." } };
const approve: Step = { call: "sandboxApproveMilestone" };
const dispute: Step = { call: "sandboxDisputeMilestone", body: { reason: "It came in pieces." } };
const resume: Step = { call: "sandboxResolveDispute", body: { outcome: "resume" } };

/** The shortest way from nothing to each event but `ping`, which nothing leads to. */
const RECIPES: Readonly<Record<Exclude<EventType, "ping">, readonly Step[]>> = {
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
};

/** How long an escrow that shall expire may be paid, and how often it is looked at until it has expired. */
const DEADLINE_SECONDS = 1;
const LOOK_AGAIN_MS = 200;
const LOOKS_MAX = 75;

const EVENTS_A_PAGE = 100;

export function addTrigger({ root, add }: { readonly root: Command; readonly add: Entering["add"] }): void {
  add(root, "trigger", "sandbox: make the real thing happen that emits an event")
    .addArgument(new Argument("<event-type>", "one of the contract's types").choices(EVENT_TYPES))
    .requiredOption("--api-key <key>", "the API key of the merchant to whom it happens")
    .action(async (type: EventType, options: { readonly apiKey: string; readonly json?: boolean }) => {
      const key = keyIn(options.apiKey);
      const config = admin.readConfig();
      if (config.mode !== "sandbox")
        throw new admin.CommandRefused("trigger works in the sandbox only (MODE=sandbox).");
      await run(options.json === true, async (db) => {
        const fundingDeadlineSeconds = type === "escrow.expired" ? DEADLINE_SECONDS : config.fundingDeadlineSeconds;
        const { openLocalApi } = await admin.loadLocalApi();
        const api = await openLocalApi(db, { ...config, fundingDeadlineSeconds });
        try {
          const event = await trigger({ api, key }, type);
          return { value: { event, type }, text: `${event}  ${type}` };
        } finally {
          await api.close();
        }
      });
    });
}

type Voice = { readonly api: admin.LocalApi; readonly key: string };

/** Parameters of paths, as far as the answers have given them. */
type Known = Readonly<Record<string, string>>;

/** Returns the id of the event. */
async function trigger(voice: Voice, type: EventType): Promise<string> {
  const [before] = await events(voice, { limit: "1" });
  let known: Known = {};
  if (type === "ping") orRefuse(await voice.api.ping(voice.key));
  else for (const step of RECIPES[type]) known = { ...known, ...(await take(voice, step, known)) };
  const event = await newest(voice, { type, after: before?.id ?? null, known });
  if (event === null) throw new Error(`the steps that lead to ${type} were taken, and no such event is in the feed`);
  return event.id;
}

async function take(voice: Voice, step: Step, known: Known): Promise<Known> {
  if (step === "wait for the deadline") return awaitDeadline(voice, known);
  return learn(await call<Answer>(voice, { id: step.call, known, body: step.body ?? {} }));
}

async function awaitDeadline(voice: Voice, known: Known): Promise<Known> {
  for (let look = 1; look <= LOOKS_MAX; look += 1) {
    const escrow = await call<Answer>(voice, { id: "getEscrow", known });
    if (escrow.object === "escrow" && escrow.status === "DEADLINE_EXPIRED") return {};
    await sleep(LOOK_AGAIN_MS);
  }
  throw new admin.CommandRefused("the escrow did not reach its deadline: does the service's clock stand still?");
}

type Answer =
  | Pick<Static<typeof schemas.CheckoutSession>, "object" | "id">
  | Pick<Static<typeof schemas.Escrow>, "object" | "id" | "status" | "milestones">;

/** By the names that the contract's paths have for them. */
function learn(answer: Answer): Known {
  if (answer.object !== "escrow") return { id: answer.id };
  const [milestone] = answer.milestones;
  return { escrow_id: answer.id, ...(milestone === undefined ? {} : { milestone_id: milestone.id }) };
}

async function call<Body>(
  { api, key }: Voice,
  { id, known = {}, query = {}, body }: { id: OperationId; known?: Known; query?: Known; body?: object },
): Promise<Body> {
  const { method, path } = operation(id);
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(known[name] ?? ""));
  const answer = await api.call({
    method,
    path: `${filled}?${new URLSearchParams(query)}`,
    key,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  orRefuse(answer);
  return JSON.parse(answer.text) as Body;
}

type Event = {
  readonly id: string;
  readonly data: { readonly object: { readonly id?: string; readonly escrow?: string } };
};

const events = async (voice: Voice, query: Known): Promise<readonly Event[]> =>
  (await call<{ readonly data: readonly Event[] }>(voice, { id: "listEvents", query })).data;

/** The newest event of the type that came after another and tells of what was made here; others may be at work beside us. */
async function newest(
  voice: Voice,
  { type, after, known }: { type: EventType; after: string | null; known: Known },
): Promise<Event | null> {
  const isOurs = ({ data: { object } }: Event): boolean =>
    type === "ping" || [object.id, object.escrow].some((id) => id !== undefined && Object.values(known).includes(id));
  const query = { type, limit: String(EVENTS_A_PAGE) };
  // Newest first where there is no event to follow; the account had none, so a page holds them all.
  if (after === null) return (await events(voice, query)).find(isOurs) ?? null;
  let found: Event | null = null;
  for (let position = after; ; ) {
    const page = await events(voice, { ...query, after: position });
    found = page.findLast(isOurs) ?? found;
    if (page.length < EVENTS_A_PAGE) return found;
    position = page.at(-1)?.id ?? position;
  }
}

function orRefuse({ status, text }: { readonly status: number; readonly text: string }): void {
  if (status < 300) return;
  if (status === 401) throw new admin.CommandRefused("--api-key is no key of this deployment, or it was revoked.");
  const { error } = JSON.parse(text) as {
    readonly error: { readonly message: string; readonly details?: Readonly<Record<string, readonly string[]>> };
  };
  const reason = Object.values(error.details ?? {})[0]?.[0] ?? error.message;
  // Behind the name of the program.
  throw new admin.CommandRefused(reason.charAt(0).toLowerCase() + reason.slice(1));
}
