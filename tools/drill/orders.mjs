/**
 * Orders through the API, one step at a time, each with when it was asked for and when it was acknowledged; and how far a recovered
 * service has them.
 */
import { setTimeout as sleep } from "node:timers/promises";

const LANES = 4;
const AGAIN_MS = 50;
const ANSWERS_WITHIN_MS = 20_000;

/** What follows the creation; `at` says how far an escrow is by its status. */
const STEPS = [
  ({ session }) => `/test_helpers/checkout/sessions/${session}/confirm`,
  ({ escrow }) => `/test_helpers/escrows/${escrow}/payments`,
  ({ escrow, milestone }) => `/escrows/${escrow}/milestones/${milestone}/submit`,
  ({ escrow, milestone }) => `/test_helpers/escrows/${escrow}/milestones/${milestone}/approve`,
];
const DONE_BY_STATUS = { PENDING_FUNDING: 2, IN_ESCROW: 3, WORK_IN_PROGRESS: 4, COMPLETED: 5 };
const SUBMISSION = { submission_details: "DHL 4410 8823 7712" };

/** Null is no answer, or one that says to come again: nobody knows what became of the request. */
async function ask({ origin, apiKey }, path, { body, key } = {}) {
  try {
    const response = await fetch(`${origin}/api/v1${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: {
        Authorization: `Bearer ${apiKey}`,
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        ...(key === undefined ? {} : { "Idempotency-Key": key }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
    });
    const answer = { status: response.status, body: await response.json() };
    return response.status < 500 ? answer : null;
  } catch {
    return null;
  }
}

/** @returns the orders, which grow; `sell(count)` sells so many, or until the service is gone. */
export function openOrders(service) {
  const orders = [];

  /** @returns whether it was acknowledged */
  async function step(order, path, request) {
    const one = { sent: Date.now(), acknowledged: null };
    order.steps.push(one);
    const answer = await ask(service, path, request);
    if (answer === null) return false;
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    one.acknowledged = Date.now();
    if (order.session === null) order.session = answer.body.id;
    if (answer.body.object === "escrow") {
      order.escrow = answer.body.id;
      order.milestone = answer.body.milestones[0].id;
    }
    return true;
  }
  async function sellOne() {
    const key = `order-${orders.length}`;
    const order = { key, session: null, escrow: null, milestone: null, steps: [] };
    orders.push(order);
    const body = { title: "Dinner set", amount: "249.90", external_reference: key };
    let goesOn = await step(order, "/checkout/sessions", { body, key });
    for (const path of STEPS) {
      if (!goesOn) return;
      goesOn = await step(order, path(order), { body: path(order).endsWith("/submit") ? SUBMISSION : {} });
    }
  }
  return {
    orders,
    /** @param isOver ends it, as does the last of `count` */
    async sell(count, isOver = () => false) {
      let left = count;
      const lane = async () => {
        while (left > 0 && !isOver()) {
          left -= 1;
          await sellOne();
        }
      };
      await Promise.all(Array.from({ length: LANES }, lane));
    },
  };
}

export const acknowledgedSteps = (orders) =>
  orders.flatMap(({ steps }) => steps).filter(({ acknowledged }) => acknowledged !== null);

/**
 * What a service has of orders that others took: all that was acknowledged before the moment, and nothing that was asked for after it.
 * @param moment in milliseconds since 1970; null takes all that was acknowledged
 * @returns a line for each order that is not as it has to be
 */
export async function compareOrders(service, orders, moment = null) {
  const wrong = [];
  const known = orders.filter(({ session }) => session !== null);
  for (const order of known) {
    const done = await doneOf(service, order);
    const due = order.steps.filter((one) => one.acknowledged !== null && one.acknowledged < (moment ?? Infinity));
    const possible = order.steps.filter(({ sent }) => sent <= (moment ?? Infinity));
    if (done < due.length) wrong.push(`${order.key}: ${due.length} steps were acknowledged, ${done} are there`);
    if (done > possible.length) wrong.push(`${order.key}: ${possible.length} steps were asked for, ${done} are there`);
  }
  return wrong;
}

async function doneOf(service, { session }) {
  const found = await insist(service, `/checkout/sessions/${session}`);
  if (found.status === 404) return 0;
  if (found.body.status !== "COMPLETED") return 1;
  const { body } = await insist(service, `/escrows/${found.body.escrow}`);
  return DONE_BY_STATUS[body.status];
}

async function insist(service, path) {
  for (;;) {
    const answer = await ask(service, path);
    if (answer !== null) return answer;
    await sleep(AGAIN_MS);
  }
}
