/** POST /checkout/sessions beside floor A. */
import type { LoadRequest, Outcome } from "../load/job.js";
import { orderBody } from "../order.js";
import { latencyRow, type Row, throughputRow } from "../report.js";
import { interleave, type Pace, type Pairs, type Run } from "../rounds.js";
import { API } from "../seed.js";
import type { World } from "../world.js";

export async function measureCreate(world: World, pace: Pace): Promise<readonly Row[]> {
  const { apiKey } = await world.newMerchant();
  const order = { method: "POST", apiKey, body: orderBody() } as const;
  const bare: LoadRequest = { ...order, path: "/sessions" };
  const create: LoadRequest = { ...order, path: `${API}/checkout/sessions` };
  const withKey: LoadRequest = { ...create, idempotencyKey: "order-{n}" };

  const beside = async (connections: number, request: LoadRequest): Promise<Pairs> => {
    await world.settle();
    return interleave(pace, {
      floor: runner(world, { port: world.floor.port, connections, request: bare }),
      service: runner(world, { port: world.service.port, connections, request }),
    });
  };
  const at32 = await beside(32, create);
  const keyed = await beside(32, withKey);
  const at64 = await beside(64, create);
  const at128 = await beside(128, create);
  const alone = await beside(1, create);
  return [
    throughputRow("create session, c=32", at32, { atLeast: 0.75 }),
    throughputRow("create session with Idempotency-Key, c=32", keyed, { atLeast: 0.75 }),
    throughputRow("create session, c=64", at64, null),
    latencyRow("create session, c=64, p99", at64, { of: "p99", goal: { atMost: 1.5 } }),
    throughputRow("create session, c=128", at128, { atLeast: 1.1 }),
    latencyRow("create session, c=1, p50", alone, { of: "p50", goal: null }),
  ];
}

type Aim = { readonly port: number; readonly connections: number; readonly request: LoadRequest };

function runner(world: World, { port, connections, request }: Aim): Run {
  return (time): Promise<Outcome> =>
    world.load.run({ ports: [port], connections, ...time, requests: [request], repeat: true });
}
