import { ESCROW_STATUSES } from "@holdfast/contract";
import { ESCROW_GROUPS, type EscrowLine, listEscrowLines } from "../../../../store/read/console/orders.js";
import { searchOrders } from "../../../../store/read/console/search.js";
import type { Asked } from "../../../kit/answer.js";
import { daysOf, keptIn, readTyped } from "../../../kit/list-query.js";
import type { Opened } from "../../../kit/listed.js";
import type { ConsoleContext } from "../../context.js";
import { matchesOf } from "../../search/matches.js";
import type { ConsoleServices, ListedFrom } from "../../services.js";
import { settle } from "../../settled.js";

export type EscrowsServices = Pick<ConsoleServices, "db" | "settleDue">;

export async function openEscrows(
  context: ConsoleContext,
  query: Asked["query"],
  services: EscrowsServices & ListedFrom,
): Promise<Opened<EscrowLine>> {
  const { account } = context.member;
  const { db, lists = db } = services;
  const typed = readTyped(query);
  const [search] = await Promise.all([
    searchOrders(db, account, { typed: typed.q, wanted: matchesOf(typed, { isFile: lists !== db }) }),
    settle(context, services),
  ]);
  const status = [...ESCROW_GROUPS, ...ESCROW_STATUSES].find((one) => one === typed.status) ?? null;
  return { query: keptIn(typed), search, list: listEscrowLines(lists, account, { ...daysOf(typed), status, search }) };
}
