/** What is asked of an account that grows: each operation as a short round of a few clients. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { type EventId, formatId } from "../../../apps/service/dist/domain/ids.js";
import { uuidv7 } from "../../../apps/service/dist/platform/random.js";
import type { LoadRequest } from "../load/job.js";
import { orderBody, SUBMISSION } from "../order.js";
import { runCommand } from "../processes.js";
import type { Round, Run } from "../rounds.js";
import { API, seedEscrows, seedSessions } from "../seed.js";
import { call, inParallel, type World } from "../world.js";
import type { Filled } from "./fill.js";

type Prepared = { readonly what: string; readonly run: Run };

const CONNECTIONS = 4;
/** Requests of a round: of the API, and of pages, which take longer. */
const REQUESTS = { api: 50, page: 10, due: 5, deliveries: 20 } as const;
const ROUND_MS = 30_000;
const MILESTONES = 20;
const PAGE_LIMIT = 25;

/** @param rounds at most, warm-ups included. */
export async function operationsOf(
  world: World,
  filled: Filled,
  { rounds, sink }: { rounds: number; sink: Sink },
): Promise<readonly Prepared[]> {
  const { account, target } = filled;
  const { apiKey } = account.merchant;
  const asked = (requests: readonly LoadRequest[], requestsMax: number, connections = CONNECTIONS): Run => {
    const job = { connections, warmUpMs: 0, measureMs: ROUND_MS, requests, repeat: true, requestsMax };
    return () => world.measure([target.served], job);
  };
  const get = (path: string): LoadRequest => ({ method: "GET", path: `${API}${path}`, apiKey });
  const page = (path: string): Run =>
    asked(
      [{ method: "GET", path: `/console/${account.sellerCode}${path}`, apiKey: "", cookie: account.cookie }],
      REQUESTS.page,
    );
  const searched = (path: string): Run => {
    const run = page(path);
    return async (round) => {
      await allIndexed(filled);
      return run(round);
    };
  };
  const create: LoadRequest = { method: "POST", path: `${API}/checkout/sessions`, apiKey, body: orderBody() };
  const advance: LoadRequest = {
    method: "POST",
    path: `${API}/test_helpers/clock/advance`,
    apiKey,
    body: '{"seconds":1}',
  };
  const { ids, middle, event } = await someOf(filled);
  const moves = await movesOf(world, filled, rounds);
  return [
    { what: "create a session", run: asked([create], REQUESTS.api) },
    { what: "create, with a key", run: asked([{ ...create, idempotencyKey: "grown-{n}" }], REQUESTS.api) },
    { what: "submit", run: moves.submit },
    { what: "approve", run: moves.approve },
    {
      what: "GET escrow",
      run: asked(
        ids.map((id) => get(`/escrows/${id}`)),
        REQUESTS.api,
      ),
    },
    { what: "list of sessions", run: asked([get("/checkout/sessions")], REQUESTS.api) },
    { what: "list of escrows", run: asked([get("/escrows")], REQUESTS.api) },
    { what: "list of escrows, completed", run: asked([get("/escrows?status=COMPLETED")], REQUESTS.api) },
    { what: "list of escrows, by reference", run: asked([get("/escrows?external_reference=NW-777")], REQUESTS.api) },
    { what: "feed, newest", run: asked([get("/events")], REQUESTS.api) },
    {
      what: "feed, after an event in the middle",
      run: asked([get(`/events?limit=${PAGE_LIMIT}&after=${event}`)], REQUESTS.api),
    },
    { what: "console: overview", run: page("") },
    { what: "console: escrows, far behind", run: page(`/escrows?older=${middle}`) },
    { what: "console: search for an order", run: searched("/search?live=1&q=nw-777") },
    { what: "console: escrows by several words", run: searched("/escrows?q=table+for+grace") },
    { what: "console: search for a word of none", run: searched("/search?live=1&q=zebra") },
    { what: "claim: 20 events, all delivered", run: await deliveriesOf(filled, world, sink) },
    // The last: for an hour after the clock was moved no day's figures are kept, and the overview reads them all.
    { what: "what is due: a second later", run: asked([advance], REQUESTS.due, 1) },
  ];
}

const INDEXED_MS = 900_000;

/**
 * When the search's index has what the rounds before have made, and its chapters are merged: until then, a search reads each new
 * order in its place, and looks into more chapters.
 */
async function allIndexed({ target: { database }, account }: Filled): Promise<void> {
  const until = performance.now() + INDEXED_MS;
  for (;;) {
    const { rowCount } = await database.query(
      `select from search_progress p join event_counters c using (account_id)
       where account_id = $1 and p.event_number = c.last_number
         and not exists (select from checkout_sessions s where s.account_id = p.account_id and s.id > p.session_position)
         and not exists (select from search_chapters h where h.account_id = p.account_id and h.merges_into is not null)`,
      [account.merchant.account],
    );
    if (rowCount === 1) return;
    if (performance.now() > until) throw new Error("the search's index stays behind");
    await sleep(500);
  }
}

/** Escrows all over the account, the one in the middle, and the event there. */
async function someOf({ target: { database }, account }: Filled) {
  const own = [account.merchant.account];
  const { rows } = await database.query<{ id: string }>(
    "select id from (select id, row_number() over (order by id) as place, count(*) over () as count from escrows where account_id = $1) e where place % (count / 200 + 1) = 0",
    own,
  );
  const ids = rows.map(({ id }) => id);
  const { rows: events } = await database.query<{ id: EventId }>(
    "select id from events where account_id = $1 and number = (select last_number / 2 from event_counters where account_id = $1)",
    own,
  );
  const event = events[0]?.id;
  if (event === undefined) throw new Error("the account has no event in the middle");
  return { ids, middle: ids[Math.floor(ids.length / 2)] ?? "", event: formatId("event", event) };
}

/** Each milestone moves once: a round goes on where the one before it ended, and what is approved is submitted just before. */
async function movesOf(world: World, { target, account }: Filled, rounds: number) {
  const { merchant } = account;
  const { apiKey } = merchant;
  const count = Math.ceil((2 * rounds * REQUESTS.api) / MILESTONES);
  const escrows = await seedEscrows(target.served, merchant, { count, milestones: MILESTONES });
  const paths = Array.from({ length: MILESTONES }, (_, position) =>
    escrows.map(({ id, milestones }) => `/escrows/${id}/milestones/${milestones[position]?.id}`),
  ).flat();
  const submit = (path: string): LoadRequest => ({
    method: "POST",
    path: `${API}${path}/submit`,
    apiKey,
    body: SUBMISSION,
  });
  const approve = (path: string): LoadRequest => ({
    method: "POST",
    path: `${API}/test_helpers${path}/approve`,
    apiKey,
  });
  const next = (): readonly string[] => paths.splice(0, REQUESTS.api);
  const move = (requests: readonly LoadRequest[]): Promise<Round> =>
    world.measure([target.served], {
      connections: CONNECTIONS,
      warmUpMs: 0,
      measureMs: ROUND_MS,
      requests,
      repeat: false,
    });
  const approveNext: Run = async () => {
    const round = next();
    await move(round.map(submit));
    return move(round.map(approve));
  };
  return { submit: (() => move(next().map(submit))) satisfies Run, approve: approveNext };
}

/** From the first of some expiries to the last webhook that tells of them. */
async function deliveriesOf({ target, account }: Filled, world: World, sink: Sink): Promise<Run> {
  const { merchant } = account;
  const path = `/${uuidv7()}`;
  await runCommand({ ...world, databaseUrl: target.databaseUrl }, [
    ...["webhook", "create", "--account", merchant.account, "--url", `${sink.origin}${path}`],
    ...["--events", "checkout.session.expired"],
  ]);
  return async (): Promise<Round> => {
    const sessions = await seedSessions(target.served, merchant, { count: REQUESTS.deliveries });
    const all = sink.expect(path, sessions.length);
    const start = performance.now();
    await inParallel(sessions.length, CONNECTIONS, (at) =>
      call(target.served, merchant, { method: "POST", path: `${API}/checkout/sessions/${sessions[at]?.id}/expire` }),
    );
    await all;
    const ms = performance.now() - start;
    const requests = sessions.length;
    return { requests, sent: requests, perSecond: (requests * 1_000) / ms, p50: ms, p99: ms, cpu: null };
  };
}

export type Sink = {
  readonly origin: string;
  /** Resolves when so many more have arrived below the path. */
  expect(path: string, many: number): Promise<void>;
  stop(): Promise<void>;
};

const ARRIVE_MS = 60_000;

/** A receiver in this process: few arrive. */
export async function openSink(): Promise<Sink> {
  const awaited = new Map<string, { missing: number; resolve: () => void }>();
  const server = createServer((request, response) => {
    request.resume().on("end", () => {
      response.end("ok");
      const waiting = awaited.get(request.url ?? "");
      if (waiting === undefined) return;
      waiting.missing -= 1;
      if (waiting.missing === 0) waiting.resolve();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    expect: (path, many) =>
      new Promise((resolve, reject) => {
        const late = setTimeout(() => reject(new Error(`webhooks are missing after ${ARRIVE_MS / 1000} s`)), ARRIVE_MS);
        const arrived = (): void => {
          clearTimeout(late);
          resolve();
        };
        awaited.set(path, { missing: many, resolve: arrived });
      }),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
