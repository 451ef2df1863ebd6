import { ESCROW_STATUSES } from "@holdfast/contract";
import { ESCROW_GROUPS, type EscrowLine, listEscrowLines } from "../../../../store/read/console/orders.js";
import { searchOrders } from "../../../../store/read/console/search.js";
import { countEscrowGroups } from "../../../../store/read/console/tab-counts.js";
import type { Asked } from "../../../kit/answer.js";
import { daysOf, keptIn, readTyped, rowsOf } from "../../../kit/list-query.js";
import { isNarrowed, listedOrders, type OpenedOrders } from "../../../kit/listed.js";
import { sortedPageIn } from "../../../kit/paging.js";
import type { ConsoleContext } from "../../context.js";
import { matchesOf } from "../../search/matches.js";
import type { ConsoleServices, ListedFrom } from "../../services.js";
import { settle } from "../../settled.js";

export type EscrowsServices = Pick<ConsoleServices, "db" | "settleDue">;

export async function openEscrows(
  context: ConsoleContext,
  query: Asked["query"],
  services: EscrowsServices & ListedFrom,
): Promise<OpenedOrders<EscrowLine>> {
  const { account } = context.member;
  const { db, lists = db } = services;
  const typed = readTyped(query);
  const [search] = await Promise.all([
    searchOrders(db, account, { typed: typed.q, wanted: matchesOf(typed, { isFile: lists !== db }) }),
    settle(context, services),
  ]);
  const status = [...ESCROW_GROUPS, ...ESCROW_STATUSES].find((one) => one === typed.status) ?? null;
  return {
    query: typed.rows === "" ? keptIn(typed) : { rows: typed.rows },
    search,
    list: listEscrowLines(lists, account, { ...daysOf(typed, context.site), status, search, rows: rowsOf(typed) }),
  };
}

/** A page of the list, and how many orders stand behind each tab. */
export async function loadEscrows(context: ConsoleContext, query: Asked["query"], services: EscrowsServices) {
  const opened = await openEscrows(context, query, services);
  const [found, counts] = await Promise.all([
    listedOrders(opened, sortedPageIn(query, "uuid"), context.seller),
    isNarrowed(opened.query) ? null : countEscrowGroups(services.db, context.member.account),
  ]);
  return { listed: found, counts };
}
