/** Two processes of the service on one database beside one: half of the connections to each. */
import type { LoadRequest } from "../load/job.js";
import { orderBody } from "../order.js";
import type { Served } from "../processes.js";
import { type Row, throughputRow } from "../report.js";
import { interleave, type Pace, type Run } from "../rounds.js";
import { API, seedSessions } from "../seed.js";
import type { World } from "../world.js";

const CONNECTIONS = 64;

export async function measureSecondProcess(world: World, pace: Pace): Promise<readonly Row[]> {
  const merchant = await world.newMerchant();
  const { apiKey } = merchant;
  const sessions = await seedSessions(world.service, merchant, { count: 500 });
  const second = await world.anotherService();
  const create: readonly LoadRequest[] = [
    { method: "POST", path: `${API}/checkout/sessions`, apiKey, body: orderBody() },
  ];
  const read = sessions.map(
    ({ id }): LoadRequest => ({ method: "GET", path: `${API}/checkout/sessions/${id}`, apiKey }),
  );
  const rows: Row[] = [];
  for (const { what, requests } of [
    { what: "create session", requests: create },
    { what: "GET session by id", requests: read },
  ]) {
    const over =
      (on: readonly Served[]): Run =>
      (time) =>
        world.measure(on, { connections: CONNECTIONS, ...time, requests, repeat: true });
    const pairs = await interleave(pace, {
      floor: over([world.service]),
      service: over([world.service, second]),
      settle: world.settle,
    });
    rows.push(throughputRow(`two processes beside one: ${what}, c=64`, pairs, { atLeast: 1 }));
  }
  await second.stop();
  return rows;
}
