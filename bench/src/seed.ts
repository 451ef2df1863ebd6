/** Orders in the states that measures need, made through the API and its sandbox helpers. */
import { orderBody } from "./order.js";
import type { Served } from "./processes.js";
import { call, inParallel, type Merchant } from "./world.js";

export type SeededSession = { readonly id: string };
export type SeededEscrow = { readonly id: string; readonly milestones: readonly { readonly id: string }[] };

/** Enough to keep the service busy, so that seeding is as fast as it is. */
const WIDTH = 32;

export const API = "/api/v1";

export function seedSessions(
  service: Served,
  merchant: Merchant,
  { count, milestones = 2 }: { count: number; milestones?: number },
): Promise<readonly SeededSession[]> {
  return inParallel(count, WIDTH, (index) =>
    call<SeededSession>(service, merchant, {
      method: "POST",
      path: `${API}/checkout/sessions`,
      body: orderBody({ reference: `SEED-${index}`, milestones }),
    }),
  );
}

/** Escrows that are fully funded: IN_ESCROW. */
export async function seedEscrows(
  service: Served,
  merchant: Merchant,
  options: { count: number; milestones?: number },
): Promise<readonly SeededEscrow[]> {
  const sessions = await seedSessions(service, merchant, options);
  return inParallel(sessions.length, WIDTH, async (index) => {
    const session = `${API}/test_helpers/checkout/sessions/${sessions[index]?.id}`;
    const escrow = await call<SeededEscrow>(service, merchant, { method: "POST", path: `${session}/confirm` });
    return call<SeededEscrow>(service, merchant, {
      method: "POST",
      path: `${API}/test_helpers/escrows/${escrow.id}/payments`,
    });
  });
}
