/** Events for receivers that no service is needed for. */
import type { Event, PingEvent } from "../src/index.js";

export const PING: PingEvent = {
  id: "evt_06cw3w4ahf6jst9p9w6nrvkf01",
  object: "event",
  created: 1_790_000_000,
  type: "ping",
  data: { object: { object: "ping", message: "Hello." } },
};

/** An event that tells a shop to ship. What is in it does not matter where it is only passed on. */
export const funded = (number: number): Event =>
  ({ ...PING, id: `evt_${number}`, type: "escrow.funded", data: { object: { object: "escrow" } } }) as unknown as Event;
