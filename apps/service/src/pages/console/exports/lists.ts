/** Every list of the console that can be had as a file: how it is read, and what is in it. */
import { current } from "../../../platform/late-reads.js";
import type { Search } from "../../../store/read/console/search.js";
import { listRefundLines } from "../../../store/read/orders/refunds.js";
import type { Locale } from "../../../words/locale.js";
import type { Asked } from "../../kit/answer.js";
import { type Column, columnsIn, csvOf, headsOf } from "../../kit/csv.js";
import type { Query } from "../../kit/filters.js";
import { onlyDays } from "../../kit/list-query.js";
import type { Opened } from "../../kit/listed.js";
import { REFUND_ABROAD, REFUND_COLUMNS } from "../../refunds/columns.js";
import { refundWords } from "../../refunds/words.js";
import type { ConsoleContext } from "../context.js";
import { openEvents } from "../developers/events/load.js";
import { openRequests } from "../developers/requests/load.js";
import { openDisputes } from "../disputes/list/load.js";
import { openEscrows } from "../orders/escrows/load.js";
import { openSessions } from "../orders/sessions/load.js";
import { openPaymentLinks } from "../payment-links/list/load.js";
import { linkWords } from "../payment-links/words.js";
import type { ConsoleServices, ListedFrom } from "../services.js";
import { openPayouts } from "../wallet/payouts/load.js";
import { menuWords } from "../words.js";
import {
  DISPUTE_COLUMNS,
  ESCROW_COLUMNS,
  EVENT_COLUMNS,
  LINK_COLUMNS,
  PAYOUT_COLUMNS,
  REQUEST_COLUMNS,
  SESSION_COLUMNS,
} from "./columns.js";
import type { ExportName } from "./names.js";

export type ExportServices = Pick<ConsoleServices, "db" | "late" | "settleDue">;

/** A list, filtered as the address says, less the type of its rows. */
export type OpenedExport = {
  readonly query: Query;
  /** What a search found bounds the file too; null without one. */
  readonly search: Search | null;
  /** Of what the file is read from; see `LateReads`. */
  readonly ageSeconds: number | null;
  readonly heads: readonly string[];
  readonly count: () => Promise<number>;
  readonly csv: () => AsyncGenerator<string>;
};

type Export = {
  /** What it is called, among the words of the menu or of its pages. */
  readonly title: (locale: Locale) => string;
  /** Below the account's console. */
  readonly path: string;
  readonly open: (context: ConsoleContext, query: Asked["query"], services: ExportServices) => Promise<OpenedExport>;
};

type Opening<Row> = (
  context: ConsoleContext,
  query: Asked["query"],
  services: ExportServices & ListedFrom,
) => Opened<Row> | Promise<Opened<Row>>;

type Given = Pick<Export, "title" | "path"> & {
  /** Read where it is true now: a standby may show the order of events, or how many orders a payment link became, otherwise. */
  readonly isCurrent?: true;
};

const exported = <Row extends { readonly position: string }>(
  { isCurrent, ...given }: Given,
  columns: readonly Column<Row>[],
  open: Opening<Row>,
): Export => ({
  ...given,
  open: async (context, asked, services) => {
    const lists = isCurrent === true ? current(services.db) : await services.late.open();
    const shown = columnsIn(columns, context.site.zone);
    const { query, list, search = null } = await open(context, asked, { ...services, lists });
    return {
      query,
      search,
      ageSeconds: lists.ageSeconds,
      heads: headsOf(shown),
      count: list.count,
      csv: () => csvOf(shown, list.page),
    };
  },
});

const named =
  (entry: keyof ReturnType<typeof menuWords>) =>
  (locale: Locale): string =>
    menuWords(locale)[entry];

export const EXPORTS: Readonly<Record<ExportName, Export>> = {
  sessions: exported({ title: named("sessions"), path: "/sessions" }, SESSION_COLUMNS, openSessions),
  "payment-links": exported(
    { title: (locale) => linkWords(locale).links, path: "/payment-links", isCurrent: true },
    LINK_COLUMNS,
    openPaymentLinks,
  ),
  escrows: exported({ title: named("escrows"), path: "/escrows" }, ESCROW_COLUMNS, openEscrows),
  disputes: exported({ title: named("disputes"), path: "/disputes" }, DISPUTE_COLUMNS, openDisputes),
  refunds: exported(
    { title: (locale) => refundWords(locale).list, path: "/escrows" },
    [...REFUND_COLUMNS, REFUND_ABROAD],
    ({ member: { account }, site }, asked, { db, lists = db }) => {
      const { query, days } = onlyDays(asked, site);
      return { query, list: listRefundLines(lists, account, days) };
    },
  ),
  payouts: exported({ title: named("payouts"), path: "/wallet/payouts" }, PAYOUT_COLUMNS, openPayouts),
  events: exported({ title: named("events"), path: "/events", isCurrent: true }, EVENT_COLUMNS, openEvents),
  requests: exported({ title: named("requests"), path: "/requests" }, REQUEST_COLUMNS, openRequests),
};
