/** One round: what the feed says, what the shop has, what goes back, what the shop is owed, what was shipped, what is to be paid. */
import { ApiError, ConnectionError } from "@holdfast/sdk";
import { ShopAway, type Unread } from "./adapter.js";
import { type Context, LeaseLost, messageOf } from "./context.js";
import { deliver, keepFulfilment } from "./deliver.js";
import { readFeed } from "./feed.js";
import { keepOrder, offer } from "./offer.js";
import { keepRefund, makeRefunds } from "./refund.js";
import { sendLink, sendMarks } from "./send-marks.js";
import { type OrderRow, ordersWhich, type Which } from "./tables.js";
import { keepWithdrawal, withdraw } from "./withdraw.js";

/** How long an order is left alone that failed again and again, so that a few of them don't use up a key's requests. */
export type Patience = {
  /** Whether it may be tried; otherwise why it failed last. */
  readonly reasonToWait: (order: string) => string | null;
  readonly failed: (order: string, reason: string) => void;
  readonly forget: (order: string) => void;
};

const FIRST_WAIT_MS = 2_000;
const WAIT_MS_MAX = 600_000;

export function openPatience(): Patience {
  const failures = new Map<string, { readonly count: number; readonly until: number; readonly reason: string }>();
  return {
    reasonToWait: (order) => {
      const failure = failures.get(order);
      return failure !== undefined && performance.now() < failure.until ? failure.reason : null;
    },
    failed: (order, reason) => {
      const count = (failures.get(order)?.count ?? 0) + 1;
      const waitMs = Math.min(FIRST_WAIT_MS * 2 ** (count - 1), WAIT_MS_MAX);
      failures.set(order, { count, until: performance.now() + waitMs, reason });
    },
    forget: (order) => void failures.delete(order),
  };
}

/** What holds for every step of a round: one order's failure is kept, told, and no other's. */
function openSteps(context: Context, patience: Patience) {
  const problems = new Map<string, string>();
  const unread = (order: string, fault: string): void => {
    // Apart from its other steps: what is known of it goes on.
    const key = `read\n${order}`;
    if (patience.reasonToWait(key) !== fault) {
      context.log({ level: "warn", step: "order not read", order, reason: fault });
      patience.failed(key, fault);
    }
    problems.set(order, fault);
  };
  return {
    problems,
    /** What the shop has. Where it stops in the middle, what it said until then counts. */
    *readable<One extends object>(all: Iterable<One | Unread>): Generator<One> {
      const iterator = all[Symbol.iterator]();
      for (;;) {
        let next: IteratorResult<One | Unread>;
        try {
          next = iterator.next();
        } catch (error) {
          if (isOutage(error)) throw error;
          return unread("", messageOf(error));
        }
        if (next.done === true) return;
        if ("fault" in next.value) unread(next.value.order, next.value.fault);
        else yield next.value;
      }
    },
    each: async (rows: readonly OrderRow[], step: (row: OrderRow) => Promise<unknown>): Promise<void> => {
      for (const row of rows) {
        const reason = patience.reasonToWait(row.order) ?? (await failureOf(context, row.order, () => step(row)));
        if (reason === null) patience.forget(row.order);
        else if (!problems.has(row.order)) {
          if (patience.reasonToWait(row.order) === null) patience.failed(row.order, reason);
          problems.set(row.order, reason);
        }
      }
    },
    /** What is new of an order is a reason to try it again. */
    keep: async (order: string, step: () => Promise<boolean>): Promise<void> => {
      const reason = await failureOf(context, order, async () => {
        if (await step()) patience.forget(order);
      });
      if (reason !== null) problems.set(order, reason);
    },
  };
}

export async function makeRound(context: Context, patience: Patience): Promise<void> {
  const { shop, database, adapter } = context;
  const { problems, readable, each, keep } = openSteps(context, patience);
  const orders = (which: Which): Promise<readonly OrderRow[]> =>
    database.transaction((query) => ordersWhich(query, shop, which));
  const owed = async (): Promise<readonly OrderRow[]> =>
    unique([...(await orders("owed")), ...(await orders("owedRefund"))]);

  // What moves money comes before what might one day.
  await readFeed(context);
  const asked = new Set<string>();
  for (const order of readable(await adapter.orders.toPay())) {
    await keep(order.id, () => keepOrder(context, order));
    asked.add(order.id);
  }
  const unfinished = await orders("unfinished");
  const among = new Set([...unfinished, ...(await orders("owed"))].map((row) => row.order));
  for (const refund of readable((await adapter.refunds?.()) ?? []))
    await keep(refund.order, () => keepRefund(context, refund));
  await each(await orders("toRefund"), (row) => makeRefunds(context, row));
  for (const order of await adapter.orders.cancelled([...among]))
    await keep(order, () => keepWithdrawal(context, order));
  await each(await orders("toWithdraw"), (row) => withdraw(context, row));
  await each(await owed(), (row) => sendMarks(context, row));
  const confirmed = (await orders("confirmed")).map(({ order }) => order);
  for (const fulfilment of readable(await adapter.fulfilments(confirmed)))
    await keep(fulfilment.order, () => keepFulfilment(context, fulfilment));
  await each(await orders("shipped"), (row) => deliver(context, row));
  // A link that has expired is replaced where the shop still asks for one.
  const expired = unfinished.filter(({ order, stage, url }) => stage === "OPEN" && url === null && asked.has(order));
  await each(unique([...(await orders("toOffer")), ...expired]), (row) => offer(context, row.order, false));
  if (adapter.markOffered !== undefined) await each(await orders("owedLink"), (row) => sendLink(context, row));
  // A buyer may have been quicker than the bridge.
  await each(await owed(), (row) => sendMarks(context, row));
  await keepProblems(context, problems);
}

const unique = (rows: readonly OrderRow[]): readonly OrderRow[] => [
  ...new Map(rows.map((row) => [row.order, row])).values(),
];

/** What one order lacks holds up no other; what no order can do without ends the round. */
async function failureOf(context: Context, order: string, step: () => Promise<unknown>): Promise<string | null> {
  try {
    await context.database.transaction(context.renew);
    await step();
    return null;
  } catch (error) {
    if (error instanceof LeaseLost || isOutage(error)) throw error;
    context.log({ level: "warn", step: "step failed", order, reason: messageOf(error) });
    return messageOf(error);
  }
}

/** Nobody is there, or nobody may ask. */
export const isOutage = (error: unknown): boolean =>
  error instanceof ConnectionError ||
  error instanceof ShopAway ||
  (error instanceof ApiError && (error.status >= 500 || error.is("unauthenticated", "rate_limited")));

/** Keeps why a step failed, for people: it is taken again in the next round. */
export async function keepProblem({ shop, database }: Context, order: string, problem: string): Promise<void> {
  await database.transaction((query) =>
    query(`update bridge_orders set problem = $3 where shop = $1 and "order" = $2`, [shop, order, problem]),
  );
}

async function keepProblems(context: Context, problems: ReadonlyMap<string, string>): Promise<void> {
  const { shop, database } = context;
  const known = await database.transaction((query) =>
    query(`select "order" from bridge_orders where shop = $1 and problem <> ''`, [shop]),
  );
  const over = known.map((row) => String(row["order"])).filter((order) => !problems.has(order));
  for (const order of over) await keepProblem(context, order, "");
  for (const [order, problem] of problems) await keepProblem(context, order, problem);
}
