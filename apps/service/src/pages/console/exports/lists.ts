/** Every list of the console that can be had as a file: how it is read, and what is in it. */
import type { Search } from "../../../store/read/console/search.js";
import type { Asked } from "../../kit/answer.js";
import { type Column, csvOf } from "../../kit/csv.js";
import type { Query } from "../../kit/filters.js";
import type { Opened } from "../../kit/listed.js";
import type { ConsoleContext } from "../context.js";
import { openEvents } from "../developers/events/load.js";
import { openRequests } from "../developers/requests/load.js";
import { openDisputes } from "../disputes/list/load.js";
import { openEscrows } from "../orders/escrows/load.js";
import { openSessions } from "../orders/sessions/load.js";
import type { ConsoleServices } from "../services.js";
import { openPayouts } from "../wallet/payouts/load.js";
import {
  DISPUTE_COLUMNS,
  ESCROW_COLUMNS,
  EVENT_COLUMNS,
  PAYOUT_COLUMNS,
  REQUEST_COLUMNS,
  SESSION_COLUMNS,
} from "./columns.js";
import type { ExportName } from "./names.js";

export type ExportServices = Pick<ConsoleServices, "db" | "settleDue">;

/** A list, filtered as the address says, less the type of its rows. */
type OpenedExport = {
  readonly query: Query;
  /** What a search found bounds the file too; null without one. */
  readonly search: Search | null;
  readonly count: () => Promise<number>;
  readonly csv: () => AsyncGenerator<string>;
};

type Export = {
  readonly title: string;
  /** Below the account's console. */
  readonly path: string;
  readonly heads: readonly string[];
  readonly open: (context: ConsoleContext, query: Asked["query"], services: ExportServices) => Promise<OpenedExport>;
};

const exported = <Row extends { readonly position: string }>(
  given: Pick<Export, "title" | "path">,
  columns: readonly Column<Row>[],
  open: (
    context: ConsoleContext,
    query: Asked["query"],
    services: ExportServices,
  ) => Opened<Row> | Promise<Opened<Row>>,
): Export => ({
  ...given,
  heads: columns.map(([head]) => head),
  open: async (context, asked, services) => {
    const { query, list, search = null } = await open(context, asked, services);
    return { query, search, count: list.count, csv: () => csvOf(columns, list.page) };
  },
});

export const EXPORTS: Readonly<Record<ExportName, Export>> = {
  sessions: exported({ title: "Sessions", path: "/sessions" }, SESSION_COLUMNS, openSessions),
  escrows: exported({ title: "Escrows", path: "/escrows" }, ESCROW_COLUMNS, openEscrows),
  disputes: exported({ title: "Disputes", path: "/disputes" }, DISPUTE_COLUMNS, openDisputes),
  payouts: exported({ title: "Payouts", path: "/wallet/payouts" }, PAYOUT_COLUMNS, openPayouts),
  events: exported({ title: "Events", path: "/events" }, EVENT_COLUMNS, openEvents),
  requests: exported({ title: "Request log", path: "/requests" }, REQUEST_COLUMNS, openRequests),
};
