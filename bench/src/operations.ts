/** Operations of the API that are measured: each made ready on a service, and beside it on the bare server that does about the same. */
import { randomUUID } from "node:crypto";
import { FLOOR_ACCOUNT } from "./floor/schema.js";
import type { LoadRequest } from "./load/job.js";
import { orderBody, SUBMISSION } from "./order.js";
import type { Pace, Run } from "./rounds.js";
import { API, type SeededEscrow, seedEscrows, seedSessions } from "./seed.js";
import { call, type Merchant, type Target, type World } from "./world.js";

export type Sides = { readonly floor: Run; readonly service: Run };

export type Operation = {
  readonly what: string;
  /** Orders are made for this target, and what the floor answers with is copied from it. */
  prepare(world: World, target: Target, pace: Pace): Promise<Sides>;
};

/** Load that may be repeated as it is. */
const steady =
  (
    world: World,
    { on, connections, requests }: { on: World["floor"]; connections: number; requests: readonly LoadRequest[] },
  ): Run =>
  (time) =>
    world.measure([on], { connections, ...time, requests, repeat: true });

export const createSessions = (connections: number, { keyed = false } = {}): Operation => ({
  what: `create session${keyed ? " with Idempotency-Key" : ""}, c=${connections}`,
  prepare: async (world, target) => {
    const { apiKey } = await target.newMerchant();
    const order = { method: "POST", apiKey, body: orderBody() } as const;
    const create: LoadRequest = {
      ...order,
      path: `${API}/checkout/sessions`,
      ...(keyed ? { idempotencyKey: "order-{n}" } : {}),
    };
    return {
      floor: steady(world, { on: world.floor, connections, requests: [{ ...order, path: "/sessions" }] }),
      service: steady(world, { on: target.served, connections, requests: [create] }),
    };
  },
});

const READ_CONNECTIONS = 32;
const STOCK = { sessions: 1_000, escrows: 500 } as const;

type Kind = "sessions" | "escrows" | "events";
const LISTS: Readonly<Record<Kind, string>> = {
  sessions: "/checkout/sessions",
  escrows: "/escrows",
  events: "/events",
};

/** A merchant with orders, and their ids, newest first; made once for a target. */
type Stock = { readonly merchant: Merchant; readonly ids: Readonly<Record<Kind, readonly string[]>> };
const stocks = new WeakMap<Target, Promise<Stock>>();

function stockOf(world: World, target: Target): Promise<Stock> {
  const known = stocks.get(target) ?? stockUp(world, target);
  stocks.set(target, known);
  return known;
}

async function stockUp(world: World, target: Target): Promise<Stock> {
  const merchant = await target.newMerchant();
  await seedSessions(target.served, merchant, { count: STOCK.sessions });
  await seedEscrows(target.served, merchant, { count: STOCK.escrows, milestones: 1 });
  const copy = (kind: Kind): Promise<readonly string[]> => copyToFloor(world, { target, merchant, kind });
  return {
    merchant,
    ids: { sessions: await copy("sessions"), escrows: await copy("escrows"), events: await copy("events") },
  };
}

export const getOne = (kind: "sessions" | "escrows"): Operation => ({
  what: `GET ${kind.slice(0, -1)} by id, c=${READ_CONNECTIONS}`,
  prepare: (world, target) =>
    reading(world, target, ({ ids }) => ({
      bare: ids[kind].map((id) => `/texts/${id}`),
      real: ids[kind].map((id) => `${API}${LISTS[kind]}/${id}`),
    })),
});

export const listOf = (kind: Kind): Operation => ({
  what: `list of 25 ${kind}, c=${READ_CONNECTIONS}`,
  prepare: (world, target) =>
    reading(world, target, () => ({ bare: [`/lists/${kind}`], real: [`${API}${LISTS[kind]}`] })),
});

async function reading(
  world: World,
  target: Target,
  pathsOf: (stock: Stock) => { readonly bare: readonly string[]; readonly real: readonly string[] },
): Promise<Sides> {
  const stock = await stockOf(world, target);
  const { bare, real } = pathsOf(stock);
  const get = (on: World["floor"], paths: readonly string[]): Run =>
    steady(world, {
      on,
      connections: READ_CONNECTIONS,
      requests: paths.map((path) => ({ method: "GET", path, apiKey: stock.merchant.apiKey })),
    });
  return { floor: get(world.floor, bare), service: get(target.served, real) };
}

type Item = { readonly id: string };
type Page = { readonly data: readonly Item[]; readonly next: string | null };

/** The floor answers with the very texts that the service answers with. Returns the ids, newest first. */
async function copyToFloor(
  { floorDatabase }: World,
  { target, merchant, kind }: { target: Target; merchant: Merchant; kind: Kind },
): Promise<readonly string[]> {
  const items: Item[] = [];
  for (let next: string | null = `${API}${LISTS[kind]}?limit=100`; next !== null; ) {
    const page: Page = await call<Page>(target.served, merchant, { method: "GET", path: next });
    items.push(...page.data);
    next = page.next === null ? null : page.next.replace(/^https?:\/\/[^/]+/, "");
  }
  await floorDatabase.query({
    text: "insert into floor_texts (id, kind, number, body) select id, $2, $4::bigint - position, body from unnest($1::text[], $3::text[]) with ordinality as given (id, body, position)",
    values: [items.map((item) => item.id), kind, items.map((item) => JSON.stringify(item)), items.length],
  });
  return items.map((item) => item.id);
}

const MOVES = {
  milestones: 20,
  connections: 16,
  /** Each milestone is submitted once: a round on a fast machine ends earlier. */
  perMs: 2,
  /** Rounds that a warm-up may take, and the one behind it. */
  warmUps: 11,
} as const;

const movesOf = ({ warmUpMs, measureMs }: { warmUpMs: number; measureMs: number }): number =>
  (warmUpMs + measureMs) * MOVES.perMs;

export const submits = (accounts: number): Operation => ({
  what: `submit, ${accounts} account${accounts > 1 ? "s" : ""}, c=${MOVES.connections}`,
  prepare: async (world, target, pace) => {
    const escrows = await seedMoves(target, { accounts, pace });
    return { floor: await bareMoves(world, pace), service: onceEach(world, target, submitsOf(escrows)) };
  },
});

/** The buyer's part, by the sandbox's helper: a release is booked for each. */
export const approves: Operation = {
  what: `approve, 1 account, c=${MOVES.connections}`,
  prepare: async (world, target, pace) => {
    const escrows = await seedMoves(target, { accounts: 1, pace });
    const requests = submitsOf(escrows);
    await world.measure([target.served], {
      connections: MOVES.connections,
      warmUpMs: 0,
      measureMs: 600_000,
      requests,
      repeat: false,
    });
    const approvals = requests.map(
      ({ method, apiKey, path }): LoadRequest => ({
        method,
        apiKey,
        path: path.replace(API, `${API}/test_helpers`).replace(/submit$/, "approve"),
      }),
    );
    return { floor: await bareMoves(world, pace), service: onceEach(world, target, approvals) };
  },
};

/** A round goes on where the one before it ended. */
function onceEach(world: World, { served }: Target, requests: readonly LoadRequest[]): Run {
  let used = 0;
  return async (time) => {
    const round = await world.measure([served], {
      connections: MOVES.connections,
      ...time,
      requests: requests.slice(used, used + movesOf(time)),
      repeat: false,
    });
    used += round.sent;
    return round;
  };
}

const escrowsFor = (pace: Pace): number =>
  Math.ceil(((pace.rounds + MOVES.warmUps) * movesOf(pace)) / MOVES.milestones);

type Owned = SeededEscrow & { readonly apiKey: string };

async function seedMoves(
  target: Target,
  { accounts, pace }: { accounts: number; pace: Pace },
): Promise<readonly Owned[]> {
  const owned: Owned[] = [];
  for (let account = 0; account < accounts; account += 1) {
    const merchant = await target.newMerchant();
    const count = Math.ceil(escrowsFor(pace) / accounts);
    const escrows = await seedEscrows(target.served, merchant, { count, milestones: MOVES.milestones });
    owned.push(...escrows.map((escrow) => ({ ...escrow, apiKey: merchant.apiKey })));
  }
  // Neighbours are of different accounts.
  return owned
    .map((one, index) => ({ one, turn: (index * 7_919) % owned.length }))
    .sort((a, b) => a.turn - b.turn)
    .map(({ one }) => one);
}

/** First milestones of all escrows, then the second ones, so that neighbours are about different escrows. */
const submitsOf = (escrows: readonly Owned[]): readonly LoadRequest[] =>
  Array.from({ length: MOVES.milestones }, (_, position) =>
    escrows.map(
      ({ id, apiKey, milestones }): LoadRequest => ({
        method: "POST",
        path: `${API}/escrows/${id}/milestones/${milestones[position]?.id}/submit`,
        apiKey,
        body: SUBMISSION,
      }),
    ),
  ).flat();

async function bareMoves(world: World, pace: Pace): Promise<Run> {
  const ids = Array.from({ length: escrowsFor(pace) }, () => randomUUID());
  await world.floorDatabase.query({
    text: "insert into floor_escrows select $1, id, 'IN_ESCROW', 20000, 20530, 'Order of garden furniture from Northwind', null, 1790000000 from unnest($2::uuid[]) as id",
    values: [FLOOR_ACCOUNT, ids],
  });
  await world.floorDatabase.query({
    text: `insert into floor_milestones select $1, id, position, 'Delivery ' || position, 1000, 'PENDING', ''
           from unnest($2::uuid[]) as id, generate_series(0, $3::int - 1) as position`,
    values: [FLOOR_ACCOUNT, ids, MOVES.milestones],
  });
  const requests = Array.from({ length: MOVES.milestones }, (_, position) =>
    ids.map(
      (id): LoadRequest => ({
        method: "POST",
        path: `/escrows/${id}/milestones/${position}/submit`,
        apiKey: "bench",
        body: SUBMISSION,
      }),
    ),
  ).flat();
  return (time) =>
    world.measure([world.floor], {
      connections: MOVES.connections,
      ...time,
      requests,
      repeat: true,
      requestsMax: movesOf(time),
    });
}
