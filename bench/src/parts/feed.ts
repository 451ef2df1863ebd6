/** Walks a feed of a million events from end to end, by cursor and by `after`, and compares the two ends. */
import { type EventId, formatId } from "../../../apps/service/dist/domain/ids.js";
import { uuidv7 } from "../../../apps/service/dist/platform/random.js";
import type { Row } from "../report.js";
import { milliseconds } from "../report.js";
import { median } from "../rounds.js";
import { API } from "../seed.js";
import { call, type Merchant, type World } from "../world.js";

const PAGE = 100;
/** Pages at each end whose median counts. */
const END_PAGES = 500;
const GOAL = { atMost: 1.3 };
/** One event in a thousand is of the rare type; the rest share the others. */
const RARE_TYPE = "escrow.disputed";
const TYPES = [
  "escrow.created",
  "escrow.funded",
  "escrow.work_started",
  "escrow.milestone.submitted",
  "escrow.milestone.approved",
  "escrow.completed",
];
const CREATED = 1_790_000_000;
/** Rows of one statement. */
const BATCH = 20_000;

type Page = { readonly data: readonly { readonly id: string }[]; readonly next: string | null };

export async function measureFeed(world: World, { events }: { events: number }): Promise<readonly Row[]> {
  const merchant = await world.newMerchant();
  const oldest = await fillFeed(world, merchant, events);
  await world.settle();
  const walks = [
    { what: "newest first", path: `?limit=${PAGE}`, pages: events / PAGE },
    { what: "oldest first with `after`", path: `?limit=${PAGE}&after=${oldest}`, pages: events / PAGE },
    { what: "one type in a thousand", path: `?limit=25&type=${RARE_TYPE}`, pages: events / 1000 / 25 },
  ];
  const rows: Row[] = [];
  for (const { what, path, pages } of walks) {
    const times = await walk(world, merchant, `${API}/events${path}`);
    if (times.length < pages - 1) throw new Error(`the walk ${what} saw ${times.length} pages, not ${pages}`);
    const ends = Math.min(END_PAGES, Math.floor(times.length / 2));
    const first = median(times.slice(0, ends));
    const last = median(times.slice(-ends));
    rows.push({
      what: `feed of ${events.toLocaleString("en-US")} events, ${what}: last ${ends} pages beside first ${ends}`,
      service: milliseconds(last),
      floor: milliseconds(first),
      ratio: last / first,
      goal: GOAL,
    });
  }
  return rows;
}

/** The time of every page in ms, until there is no more. */
async function walk({ service }: World, merchant: Merchant, start: string): Promise<readonly number[]> {
  const times: number[] = [];
  for (let next: string | null = start; next !== null; ) {
    const began = performance.now();
    const page: Page = await call<Page>(service, merchant, { method: "GET", path: next });
    times.push(performance.now() - began);
    if (page.data.length === 0) break;
    next = page.next === null ? null : page.next.replace(/^https?:\/\/[^/]+/, "");
  }
  return times;
}

/** As the service would have written them, numbers and counter included; through the API they would take an hour. */
async function fillFeed({ serviceDatabase }: World, { account }: Merchant, events: number): Promise<string> {
  const object = JSON.stringify({
    object: "escrow",
    title: "Order of garden furniture from Northwind",
    description: "x".repeat(400),
  });
  let oldest = "";
  for (let from = 1; from <= events; from += BATCH) {
    const numbers = Array.from({ length: Math.min(BATCH, events - from + 1) }, (_, index) => from + index);
    const ids = numbers.map(() => uuidv7() as EventId);
    const types = numbers.map((number) => (number % 1000 === 0 ? RARE_TYPE : TYPES[number % TYPES.length]));
    const texts = ids.map((id) => formatId("event", id));
    const bodies = texts.map(
      (id, index) =>
        `{"id":"${id}","object":"event","type":"${types[index]}","created":${CREATED},"data":{"object":${object}}}`,
    );
    await serviceDatabase.query({
      text: `insert into events (account_id, number, id, type, body, created)
             select $1, number, id, type, body, $2 from unnest($3::bigint[], $4::uuid[], $5::text[], $6::text[]) as given (number, id, type, body)`,
      values: [account, CREATED, numbers, ids, types, bodies],
    });
    oldest ||= texts[0] ?? "";
  }
  await serviceDatabase.query("update event_counters set last_number = $2 where account_id = $1", [account, events]);
  return oldest;
}
