/** An event as the service writes it, to be sent again and again under other ids. */
import { API, seedEscrows } from "../seed.js";
import { call, type World } from "../world.js";

export type RealEvent = {
  readonly type: string;
  /** About 1.5 kB. */
  bodyOf(id: string): string;
};

const TYPE = "escrow.funded";

export async function takeRealEvent(world: World): Promise<RealEvent> {
  const merchant = await world.newMerchant();
  await seedEscrows(world.service, merchant, { count: 1, milestones: 4 });
  const { data } = await call<{ data: readonly { readonly id: string }[] }>(world.service, merchant, {
    method: "GET",
    path: `${API}/events?type=${TYPE}`,
  });
  const [event] = data;
  if (event === undefined) throw new Error(`no ${TYPE} among the events`);
  const [before = "", after = ""] = JSON.stringify(event).split(`"${event.id}"`, 2);
  return { type: TYPE, bodyOf: (id) => `${before}"${id}"${after}` };
}
