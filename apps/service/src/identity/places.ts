/**
 * How often something may be done on pages: places in windows of real time, one count over all processes. What a program may do
 * with a key is counted where the key is looked up (authenticate.ts), what signing in takes in windows of its own.
 */
import type { AccountId } from "../domain/ids.js";
import type { Queryable } from "../platform/database.js";
import { countPlaces } from "../store/identity/rate-windows.js";
import type { AddressLimit, SharedAddresses } from "./shared-addresses.js";

/** What a window is about, how many it has place for, and for how long, in seconds. */
export const WINDOWS = {
  /** Forms of somebody who is signed in, whatever the account. */
  person: { limit: 120, seconds: 60 },
  /** Forms of somebody who is not, by browser. */
  visitor: { limit: 120, seconds: 60 },
  /** Forms about one account, from all of its members together. */
  acting: { limit: 300, seconds: 60 },
  /** What an account has sent to its endpoints, or to people: tests, deliveries again, invitations. */
  sending: { limit: 20, seconds: 60 },
  /** Checks of endpoints, each of some seventy requests to one receiver. */
  checking: { limit: 6, seconds: 600 },
  /** Papers that are drawn as PDF, for one person. */
  drawing: { limit: 30, seconds: 60 },
  /** Sessions that one browser opens through one payment link. */
  opening: { limit: 30, seconds: 3_600 },
  /** Places that one browser takes of a link with a count: they are held for half an hour each. */
  holding: { limit: 5, seconds: 1_800 },
  /** Sessions that strangers open through all links of an account; its own keys have other windows. */
  opened: { limit: 5_000, seconds: 86_400 },
  /** Payment links that an account has mailed to its customers. */
  mailing: { limit: 50, seconds: 86_400 },
  /** Payment links that one address gets from all sellers. */
  mailed: { limit: 5, seconds: 86_400 },
  /** Links to new addresses of an account. */
  readdressing: { limit: 5, seconds: 86_400 },
  /** Host names that an account has looked up. */
  looking_up: { limit: 30, seconds: 3_600 },
} as const;

/** Windows of all who share a network address: so many times what one visitor may do. */
const OF_ADDRESS = {
  visitors: { one: "visitor", told: "forms" },
  openings: { one: "opening", told: "payment_links" },
  holdings: { one: "holding", told: "payment_links" },
} as const satisfies Record<string, { readonly one: keyof typeof WINDOWS; readonly told: AddressLimit }>;

type PlaceOfAddress = {
  readonly window: keyof typeof OF_ADDRESS;
  readonly subject: string;
  readonly addresses: SharedAddresses;
};

/** Of a visitor, a person, an account or whatever else is counted by itself. */
export type OwnPlace = { readonly window: keyof typeof WINDOWS; readonly subject: string };

export type Place = OwnPlace | PlaceOfAddress;

const isOfAddress = (place: Place): place is PlaceOfAddress => "addresses" in place;

function windowOf(place: Place): { readonly limit: number; readonly seconds: number } {
  if (!isOfAddress(place)) return WINDOWS[place.window];
  const { limit, seconds } = WINDOWS[OF_ADDRESS[place.window].one];
  return { limit: limit * place.addresses.visitors, seconds };
}

/** Takes a place among the sessions of an account's day, as its keys do: whole seconds until the day ends, null when there was one. */
export async function takeSession(db: Queryable, account: AccountId, limit: number): Promise<number | null> {
  const [counted] = await countPlaces(db, [
    { kind: "sessions", subject: account, limit, seconds: 86_400, isFirst: false },
  ]);
  return counted?.is_full === true ? counted.window_left : null;
}

/**
 * Takes a place in each of the windows, in those of addresses first: who is refused there takes no other. Null when all had one,
 * otherwise whole seconds until the last of the full ones ends.
 */
export async function takePlaces(db: Queryable, places: readonly Place[]): Promise<number | null> {
  const asked = places.map((place) => ({
    kind: place.window,
    subject: place.subject,
    isFirst: isOfAddress(place),
    ...windowOf(place),
  }));
  const counted = await countPlaces(db, asked);
  const full = counted.filter(({ is_full: isFull }) => isFull);
  for (const place of places)
    if (isOfAddress(place) && full.some(({ kind }) => kind === place.window))
      place.addresses.onRefused(OF_ADDRESS[place.window].told);
  return full.length === 0 ? null : Math.max(...full.map((one) => one.window_left));
}
