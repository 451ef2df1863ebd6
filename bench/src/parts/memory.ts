/** Resident memory of a fresh process over 100,000 mixed requests. */
import type { LoadRequest } from "../load/job.js";
import { orderBody } from "../order.js";
import { residentMegabytes } from "../processes.js";
import type { Row } from "../report.js";
import { API, seedEscrows } from "../seed.js";
import { call, type World } from "../world.js";

const STEPS = 10;
const REQUESTS_PER_STEP = 10_000;
const STEP_MS = 60_000;
const CONNECTIONS = 32;
const MEGABYTES_MAX = 200;

export async function measureMemory(world: World): Promise<readonly Row[]> {
  const merchant = await world.newMerchant();
  const { apiKey } = merchant;
  const fresh = await world.anotherService();
  const escrows = await seedEscrows(world.service, merchant, { count: 100 });
  const { data } = await call<{ data: readonly { id: string }[] }>(world.service, merchant, {
    method: "GET",
    path: `${API}/checkout/sessions?limit=100`,
  });
  const get = (path: string): LoadRequest => ({ method: "GET", path: `${API}${path}`, apiKey });
  const create: LoadRequest = { method: "POST", path: `${API}/checkout/sessions`, apiKey, body: orderBody() };
  const requests = escrows.flatMap(({ id }, index) => [
    create,
    { ...create, idempotencyKey: "memory-{n}" },
    get(`/checkout/sessions/${data[index]?.id}`),
    get(`/escrows/${id}`),
    get("/checkout/sessions"),
    get("/events"),
    get("/escrows"),
  ]);
  const samples: (number | null)[] = [];
  for (let step = 0; step < STEPS; step += 1) {
    await world.measure([fresh], {
      connections: CONNECTIONS,
      warmUpMs: 0,
      measureMs: STEP_MS,
      requests,
      repeat: true,
      requestsMax: REQUESTS_PER_STEP,
    });
    samples.push(residentMegabytes(fresh.pid));
  }
  await fresh.stop();
  return [rowOf(samples)];
}

/** The last sample stands beside the one at half-way: flat is a ratio of one. */
function rowOf(samples: readonly (number | null)[]): Row {
  const known = samples.filter((sample) => sample !== null);
  const last = known.at(-1) ?? Number.NaN;
  const halfWay = known[Math.floor(known.length / 2) - 1] ?? Number.NaN;
  const within = last < MEGABYTES_MAX ? "below" : "NOT below";
  return {
    what: `memory after ${(STEPS * REQUESTS_PER_STEP).toLocaleString("en-US")} mixed requests, ${within} ${MEGABYTES_MAX} MB; each 10,000: ${known.map((sample) => Math.round(sample)).join(" ")}`,
    service: `${Math.round(last)} MB`,
    floor: `${Math.round(halfWay)} MB`,
    ratio: last / halfWay,
    goal: { atMost: 1.1 },
  };
}
