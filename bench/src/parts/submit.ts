/** Submitting milestones of many escrows beside a bare handler that makes six round trips. */
import { randomUUID } from "node:crypto";
import { FLOOR_ACCOUNT } from "../floor/schema.js";
import type { LoadRequest } from "../load/job.js";
import { SUBMISSION } from "../order.js";
import { type Row, throughputRow } from "../report.js";
import { interleave, type Pace, type Run } from "../rounds.js";
import { API, seedEscrows } from "../seed.js";
import type { World } from "../world.js";

const MILESTONES = 20;
const CONNECTIONS = 16;
const GOAL = { atLeast: 1 };
/** More submits than any machine does in a second, so that no round runs dry. */
const SUBMITS_PER_SECOND_MAX = 8_000;

export async function measureSubmit(world: World, pace: Pace): Promise<readonly Row[]> {
  const escrows = Math.ceil(
    ((pace.rounds + 1) * (pace.warmUpMs + pace.measureMs) * SUBMITS_PER_SECOND_MAX) / 1000 / MILESTONES,
  );
  const bare = await seedFloor(world, escrows);
  const rows: Row[] = [];
  for (const accounts of [1, 16]) {
    const requests = await seedService(world, accounts, escrows);
    await world.settle();
    const pairs = await interleave(pace, {
      floor: (time) =>
        world.load.run({ ports: [world.floor.port], connections: CONNECTIONS, ...time, requests: bare, repeat: true }),
      service: onceEach(world, requests),
    });
    rows.push(throughputRow(`submit, ${accounts} account${accounts > 1 ? "s" : ""}, c=16`, pairs, GOAL));
  }
  return rows;
}

/** Each milestone is submitted once; a round goes on where the one before it ended. */
function onceEach(world: World, requests: readonly LoadRequest[]): Run {
  let used = 0;
  return async (time) => {
    const most = Math.ceil(((time.warmUpMs + time.measureMs) * SUBMITS_PER_SECOND_MAX) / 1000);
    const outcome = await world.load.run({
      ports: [world.service.port],
      connections: CONNECTIONS,
      ...time,
      requests: requests.slice(used, used + most),
      repeat: false,
    });
    used += outcome.sent;
    return outcome;
  };
}

/** First milestones of all escrows, then the second ones, so that neighbours are about different escrows. */
async function seedService(world: World, accounts: number, escrows: number): Promise<readonly LoadRequest[]> {
  const seeded: { apiKey: string; paths: readonly string[] }[] = [];
  for (let account = 0; account < accounts; account += 1) {
    const merchant = await world.newMerchant();
    const made = await seedEscrows(world.service, merchant, {
      count: Math.ceil(escrows / accounts),
      milestones: MILESTONES,
    });
    seeded.push(
      ...made.map(({ id, milestones }) => ({
        apiKey: merchant.apiKey,
        paths: milestones.map((milestone) => `${API}/escrows/${id}/milestones/${milestone.id}/submit`),
      })),
    );
  }
  const mixed = seeded
    .map((one, index) => ({ one, turn: (index * 7_919) % seeded.length }))
    .sort((a, b) => a.turn - b.turn)
    .map(({ one }) => one);
  return Array.from({ length: MILESTONES }, (_, position) =>
    mixed.map(
      ({ apiKey, paths }): LoadRequest => ({ method: "POST", path: paths[position] ?? "", apiKey, body: SUBMISSION }),
    ),
  ).flat();
}

async function seedFloor({ floorDatabase }: World, escrows: number): Promise<readonly LoadRequest[]> {
  const ids = Array.from({ length: escrows }, () => randomUUID());
  await floorDatabase.query({
    text: "insert into floor_escrows select $1, id, 'IN_ESCROW', 20000, 20530, 'Order of garden furniture from Northwind', null, 1790000000 from unnest($2::uuid[]) as id",
    values: [FLOOR_ACCOUNT, ids],
  });
  await floorDatabase.query({
    text: `insert into floor_milestones select $1, id, position, 'Delivery ' || position, 1000, 'PENDING', ''
           from unnest($2::uuid[]) as id, generate_series(0, $3::int - 1) as position`,
    values: [FLOOR_ACCOUNT, ids, MILESTONES],
  });
  return Array.from({ length: MILESTONES }, (_, position) =>
    ids.map(
      (id): LoadRequest => ({
        method: "POST",
        path: `/escrows/${id}/milestones/${position}/submit`,
        apiKey: "bench",
        body: SUBMISSION,
      }),
    ),
  ).flat();
}
