/** Reads of one object, and lists of 25, beside a bare server that answers with the same texts. */
import type { LoadRequest } from "../load/job.js";
import { type Row, throughputRow } from "../report.js";
import { interleave, type Pace, type Run } from "../rounds.js";
import { API, seedEscrows, seedSessions } from "../seed.js";
import { call, type Merchant, type World } from "../world.js";

const SESSIONS = 1_000;
const ESCROWS = 500;
const CONNECTIONS = 32;
const GOAL = { atLeast: 0.7 };

type Item = { readonly id: string };
type Page = { readonly data: readonly Item[]; readonly next: string | null };

const LISTS = [
  { kind: "sessions", path: "/checkout/sessions" },
  { kind: "escrows", path: "/escrows" },
  { kind: "events", path: "/events" },
] as const;

export async function measureReads(world: World, pace: Pace): Promise<readonly Row[]> {
  const merchant = await world.newMerchant();
  await seedSessions(world.service, merchant, { count: SESSIONS });
  await seedEscrows(world.service, merchant, { count: ESCROWS, milestones: 1 });
  const ids: Record<string, readonly string[]> = {};
  for (const list of LISTS) ids[list.kind] = await copyToFloor(world, merchant, list);

  const { apiKey } = merchant;
  const rows: Row[] = [];
  for (const { what, bare, real } of [
    {
      what: "GET session by id, c=32",
      bare: (id: string) => `/texts/${id}`,
      real: (id: string) => `${API}/checkout/sessions/${id}`,
      kind: "sessions",
    },
    {
      what: "GET escrow by id, c=32",
      bare: (id: string) => `/texts/${id}`,
      real: (id: string) => `${API}/escrows/${id}`,
      kind: "escrows",
    },
  ]
    .map(({ what, bare, real, kind }) => ({
      what,
      bare: (ids[kind] ?? []).map(bare),
      real: (ids[kind] ?? []).map(real),
    }))
    .concat(
      LISTS.map(({ kind, path }) => ({
        what: `list of 25 ${kind}, c=32`,
        bare: [`/lists/${kind}`],
        real: [`${API}${path}`],
      })),
    )) {
    await world.settle();
    const pairs = await interleave(pace, {
      floor: runner(
        world,
        world.floor.port,
        bare.map((path) => ({ method: "GET", path, apiKey })),
      ),
      service: runner(
        world,
        world.service.port,
        real.map((path) => ({ method: "GET", path, apiKey })),
      ),
    });
    rows.push(throughputRow(what, pairs, GOAL));
  }
  return rows;
}

function runner(world: World, port: number, requests: readonly LoadRequest[]): Run {
  return (time) => world.load.run({ ports: [port], connections: CONNECTIONS, ...time, requests, repeat: true });
}

/** The floor answers with the very texts that the service answers with. Returns the ids, newest first. */
async function copyToFloor(
  world: World,
  merchant: Merchant,
  { kind, path }: (typeof LISTS)[number],
): Promise<readonly string[]> {
  const items: Item[] = [];
  for (let next: string | null = `${API}${path}?limit=100`; next !== null; ) {
    const page: Page = await call<Page>(world.service, merchant, { method: "GET", path: next });
    items.push(...page.data);
    next = page.next === null ? null : page.next.replace(/^https?:\/\/[^/]+/, "");
  }
  await world.floorDatabase.query({
    text: "insert into floor_texts (id, kind, number, body) select id, $2, $4::bigint - position, body from unnest($1::text[], $3::text[]) with ordinality as given (id, body, position)",
    values: [items.map((item) => item.id), kind, items.map((item) => JSON.stringify(item)), items.length],
  });
  return items.map((item) => item.id);
}
