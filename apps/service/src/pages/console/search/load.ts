import { EVENT_TYPES, type EventType } from "@holdfast/contract";
import { idsBeginning } from "../../../domain/ids.js";
import { isNamedBy, wordsOf } from "../../../domain/search.js";
import {
  type EscrowLine,
  listEscrowLines,
  listSessionLines,
  type SessionLine,
} from "../../../store/read/console/orders.js";
import {
  type ByKind,
  type FoundEvent,
  findEvents,
  newestByKind,
  type Search,
  searchOrders,
} from "../../../store/read/console/search.js";
import type { ConsoleContext } from "../context.js";
import type { ConsoleServices } from "../services.js";
import { type Places, placesNamed } from "./places.js";

export type SearchServices = Pick<ConsoleServices, "db">;

/** What is shown of each kind. */
const SHOWN = 5;
/** Among so many matches they are looked for; the lists go through more. */
const MATCHES = 100;
const EVENTS_OF_ORDERS = 2;

/** Rows that are shown, and whether there are more. */
type Some<Row> = { readonly rows: readonly Row[]; readonly hasMore: boolean };

export type Found = {
  readonly typed: string;
  /** Null while nothing was typed: then what follows is the newest of each kind. */
  readonly search: Search | null;
  readonly places: Places;
  /** Buyers whose address has one of the words, each with one of their orders. */
  readonly customers: readonly Pick<EscrowLine, "buyerEmail" | "position">[];
  readonly eventTypes: readonly EventType[];
  readonly escrows: Some<EscrowLine>;
  /** Of the same orders, those that are or were disputed. */
  readonly disputes: Some<EscrowLine>;
  /** Those that became no order. */
  readonly sessions: Some<SessionLine>;
  readonly events: readonly FoundEvent[];
};

export async function load(context: ConsoleContext, typed: string, { db }: SearchServices): Promise<Found> {
  const { account } = context.member;
  const search = await searchOrders(db, account, { typed, wanted: MATCHES });
  const page = { limit: SHOWN, from: null } as const;
  // One more, as a list asks for itself: it tells whether there are more.
  const found = search === null ? null : await newestByKind(db, account, { search, limit: SHOWN + 1 });
  const of = (kind: keyof ByKind) => ({ search: found?.[kind] ?? null, from: null, until: null });
  const disputed = search === null ? "disputed" : "ever_disputed";
  const [escrows, disputes, sessions] = await Promise.all([
    listEscrowLines(db, account, { ...of("orders"), status: null, rows: null }).page(page),
    listEscrowLines(db, account, { ...of("disputes"), status: disputed, rows: null }).page(page),
    listSessionLines(db, account, { ...of("sessions"), status: "unconfirmed", rows: null }).page(page),
  ]);
  const between = idsBeginning("event", typed.trim().toLowerCase());
  const orders = search === null ? [] : escrows.rows.slice(0, EVENTS_OF_ORDERS).map(({ position }) => position);
  const words = wordsOf(typed);
  return {
    typed,
    search,
    places: placesNamed(context, words),
    eventTypes: EVENT_TYPES.filter((type) => isNamedBy(type, words)),
    customers: search === null ? [] : customersOf(escrows.rows, words),
    escrows: someOf(escrows),
    disputes: someOf(disputes),
    sessions: someOf(sessions),
    events: await findEvents(db, account, { between, orders, limit: SHOWN }),
  };
}

/** @param orders that were found, newest first */
function customersOf(orders: readonly EscrowLine[], words: readonly string[]): Found["customers"] {
  const meant = orders.filter(({ buyerEmail }) => words.some((word) => isNamedBy(buyerEmail, [word])));
  return [...new Map(meant.map((one) => [one.buyerEmail, one])).values()];
}

const someOf = <Row>({ rows, hasOlder }: { rows: readonly Row[]; hasOlder: boolean }): Some<Row> => ({
  rows,
  hasMore: hasOlder,
});
