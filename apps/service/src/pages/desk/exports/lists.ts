/** Every list of the desk that can be had as a file: how it is read, and what is in it. */
import { formatMoney } from "../../../domain/money.js";
import type { ListedAccount } from "../../../store/read/desk/accounts.js";
import { type DeskChargeback, listDecidedChargebacks } from "../../../store/read/desk/chargebacks.js";
import type { LoggedAction } from "../../../store/read/desk/operator-actions.js";
import { type ListedDispute, listDisputes } from "../../../store/read/orders/disputes.js";
import { listRefundLines, type RefundLine } from "../../../store/read/orders/refunds.js";
import { plainMoneys } from "../../../words/presented.js";
import type { Asked } from "../../kit/answer.js";
import { type Column, columnsIn, csvOf, headsOf, moment, quoted } from "../../kit/csv.js";
import type { Query } from "../../kit/filters.js";
import { onlyDays } from "../../kit/list-query.js";
import type { Opened } from "../../kit/listed.js";
import type { Site } from "../../kit/site.js";
import { REFUND_ABROAD, REFUND_COLUMNS } from "../../refunds/columns.js";
import { openAccounts } from "../accounts/load.js";
import { openAudit } from "../audit/load.js";
import type { DeskLists, LateDeskReads } from "../load.js";
import type { DeskExportName } from "./names.js";

const ACCOUNT_COLUMNS: readonly Column<ListedAccount>[] = [
  ["Account", (one) => one.id],
  moment("Opened", (one) => one.created),
  ["Seller code", (one) => quoted(one.sellerCode)],
  ["Trading name", (one) => quoted(one.tradingName)],
  ["Email", (one) => quoted(one.email)],
  ["Verification", (one) => quoted(one.verificationStatus)],
  ["Suspended", (one) => String(one.suspended)],
];

const DISPUTE_COLUMNS: readonly Column<ListedDispute>[] = [
  ["Dispute", (one) => quoted(one.reference)],
  moment("Opened", (one) => one.openedAt),
  moment("Last activity", (one) => one.lastAt),
  ["Seller code", (one) => quoted(one.sellerCode)],
  ["Trading name", (one) => quoted(one.tradingName)],
  ["Escrow", (one) => quoted(one.escrow)],
  ["Title", (one) => quoted(one.title)],
  ["Buyer email", (one) => quoted(one.buyerEmail)],
  ["Status", (one) => quoted(one.status)],
  ["Left (USD)", (one) => formatMoney(one.left)],
];

type DecidedChargeback = DeskChargeback & { readonly position: string };

const CHARGEBACK_COLUMNS: readonly Column<DecidedChargeback>[] = [
  ["Chargeback", (one) => quoted(one.position)],
  moment("Told", (one) => one.created),
  ["Seller code", (one) => quoted(one.sellerCode)],
  ["Reference code", (one) => quoted(one.reference)],
  ["Title", (one) => quoted(one.title)],
  ["Provider", (one) => quoted(one.provider)],
  ["Reason", (one) => quoted(one.reason)],
  ["Status", (one) => quoted(one.status)],
  ["Amount (USD)", (one) => formatMoney(one.amount)],
  ["Taken (USD)", (one) => formatMoney(one.taken)],
  ["Amount in the payer’s currency", (one) => quoted(one.disputed === null ? "" : plainMoneys(one.disputed))],
];

const DESK_REFUND_COLUMNS: readonly Column<RefundLine>[] = [
  ...REFUND_COLUMNS,
  ["Seller code", (one) => quoted(one.sellerCode)],
  REFUND_ABROAD,
];

const noted = (value: object | null): string => quoted(value === null ? "" : JSON.stringify(value));

const AUDIT_COLUMNS: readonly Column<LoggedAction>[] = [
  ["Line", (one) => one.position],
  moment("Date", (one) => one.created),
  ["Operator", (one) => quoted(one.operator)],
  ["Confirmed by", (one) => quoted(one.second ?? "")],
  ["Action", (one) => quoted(one.action)],
  ["Seller code", (one) => quoted(one.account?.sellerCode ?? "")],
  ["Subject", (one) => quoted(one.subject)],
  ["Before", (one) => noted(one.before)],
  ["After", (one) => noted(one.after)],
  ["Reason", (one) => quoted(one.reason)],
];

/** A list, filtered as the address says, less the type of its rows. */
type OpenedExport = {
  readonly query: Query;
  /** Of what the file is read from; see `LateReads`. */
  readonly ageSeconds: number | null;
  readonly heads: readonly string[];
  readonly count: () => Promise<number>;
  readonly csv: () => AsyncGenerator<string>;
};

type DeskExport = {
  readonly title: string;
  readonly entry: "/stuck" | "/accounts" | "/disputes" | "/chargebacks" | "/audit";
  /** @param site where the reader is. */
  readonly open: (query: Asked["query"], services: LateDeskReads, site: Pick<Site, "zone">) => Promise<OpenedExport>;
};

const exported = <Row extends { readonly position: string }>(
  given: Pick<DeskExport, "title" | "entry">,
  columns: readonly Column<Row>[],
  open: (query: Asked["query"], services: DeskLists & Pick<Site, "zone">) => Opened<Row> | Promise<Opened<Row>>,
): DeskExport => ({
  ...given,
  open: async (asked, services, { zone }) => {
    const lists = await services.late.open();
    const { query, list } = await open(asked, { ...services, lists, zone });
    const shown = columnsIn(columns, zone);
    return {
      query,
      ageSeconds: lists.ageSeconds,
      heads: headsOf(shown),
      count: list.count,
      csv: () => csvOf(shown, list.page),
    };
  },
});

export const DESK_EXPORTS: Readonly<Record<DeskExportName, DeskExport>> = {
  accounts: exported({ title: "Accounts", entry: "/accounts" }, ACCOUNT_COLUMNS, openAccounts),
  disputes: exported({ title: "Disputes", entry: "/disputes" }, DISPUTE_COLUMNS, (query, { lists }) => {
    const which = (["open", "ended"] as const).find((one) => one === query["which"]);
    return {
      query: which === undefined ? {} : { which },
      list: listDisputes(lists, null, { from: null, until: null, which: which ?? "all", sessions: null }),
    };
  }),
  chargebacks: exported(
    { title: "Decided chargebacks", entry: "/chargebacks" },
    CHARGEBACK_COLUMNS,
    (_query, { lists }) => ({
      query: {},
      list: listDecidedChargebacks(lists),
    }),
  ),
  refunds: exported({ title: "Refunds", entry: "/stuck" }, DESK_REFUND_COLUMNS, (asked, { lists, zone }) => {
    const { query, days } = onlyDays(asked, { zone });
    return { query, list: listRefundLines(lists, null, days) };
  }),
  audit: exported({ title: "Audit log", entry: "/audit" }, AUDIT_COLUMNS, openAudit),
};
