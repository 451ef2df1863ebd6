/**
 * Orders that exist for one examination and nowhere else: the story of the contract's examples under ids of its own, so that
 * every event is as valid as a real one and none tells of anything that somebody bought.
 */
import { type EventType, eventExample } from "@holdfast/contract";
import { unixSeconds } from "../platform/clock.js";
import { token, uuidv7 } from "../platform/random.js";

/** An event on its way: its bytes are what is signed. */
export type Parcel = {
  readonly id: string;
  readonly type: string;
  readonly body: string;
  /** The number of the delivery; the same for each attempt of one. */
  readonly delivery: string;
};

export type MadeUpOrder = {
  /** What a store knows it by: `external_reference` of all its events. Begins with `holdfast-doctor-`. */
  readonly reference: string;
  readonly session: string;
  readonly escrow: string;
  /** The event of that type, an id of its own each time. */
  event(type: OrderEvent, change?: (event: Json) => Json): Parcel;
};

type OrderEvent = Exclude<EventType, "ping">;
export type Json = { readonly [name: string]: unknown };

const REFERENCE_PREFIX = "holdfast-doctor-";

/** 26 characters of the alphabet that ids are written in. */
const idTail = (): string => token(26).toLowerCase();

let deliveries = 0;
/** Far beyond the numbers of real deliveries, which the receiver may remember. */
const nextDelivery = (): string => {
  deliveries += 1;
  return String(9_000_000_000_000 + (unixSeconds() % 1_000_000) * 1_000 + deliveries);
};

export const parcelOf = (event: Json, body = JSON.stringify(event)): Parcel => ({
  id: String(event["id"]),
  type: String(event["type"]),
  body,
  delivery: nextDelivery(),
});

/** The same event, as a delivery of its own. */
export const redelivered = (parcel: Parcel): Parcel => ({ ...parcel, delivery: nextDelivery() });

export function makeUpOrder(): MadeUpOrder {
  const reference = REFERENCE_PREFIX + token(12);
  const story = eventExample("escrow.funded") as Story;
  const escrow = story.data.object;
  const names = new Map<string, string>([
    [escrow.id, uuidv7()],
    [escrow.checkout_session, `cs_${idTail()}`],
    [escrow.external_reference, reference],
    ...escrow.milestones.map(({ id }): [string, string] => [id, uuidv7()]),
  ]);
  const offered = unixSeconds() - 600;
  const shift = offered - escrow.created;
  return {
    reference,
    session: names.get(escrow.checkout_session) as string,
    escrow: names.get(escrow.id) as string,
    event(type, change = (event) => event) {
      const told = rewrite(eventExample(type), names, shift) as Json;
      return parcelOf(
        change({ ...told, id: `evt_${idTail()}`, created: Math.min(unixSeconds(), Number(told["created"])) }),
      );
    },
  };
}

/** A test that means nothing to a store. */
export const ping = (message = "Sent by holdfast doctor. It needs no answer but 2xx."): Json => ({
  ...(rewrite(eventExample("ping"), new Map(), 0) as Json),
  id: `evt_${idTail()}`,
  created: unixSeconds(),
  data: { object: { object: "ping", message } },
});

type Story = {
  readonly data: {
    readonly object: {
      readonly id: string;
      readonly checkout_session: string;
      readonly external_reference: string;
      readonly created: number;
      readonly milestones: readonly { readonly id: string }[];
    };
  };
};

const MOMENTS: ReadonlySet<string> = new Set(["created", "expires_at", "completed_at"]);

/** A copy with other ids, and with moments that many seconds later. */
function rewrite(value: unknown, names: ReadonlyMap<string, string>, shift: number): unknown {
  if (typeof value === "string")
    return [...names].reduce((text, [before, after]) => text.replaceAll(before, after), value);
  if (Array.isArray(value)) return value.map((item) => rewrite(item, names, shift));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      MOMENTS.has(name) && typeof part === "number" ? part + shift : rewrite(part, names, shift),
    ]),
  );
}
