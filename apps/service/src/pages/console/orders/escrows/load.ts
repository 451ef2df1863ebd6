import { ESCROW_STATUSES } from "@holdfast/contract";
import { ESCROW_GROUPS, type EscrowLine, listEscrowLines } from "../../../../store/read/console/orders.js";
import { searchOrders } from "../../../../store/read/console/search.js";
import type { Page, PageRequest } from "../../../../store/read/page.js";
import type { ConsoleContext } from "../../context.js";
import type { ConsoleServices } from "../../services.js";
import { daysOf, type Typed } from "../query.js";

export type EscrowsServices = Pick<ConsoleServices, "db" | "settleDue">;

export async function loadEscrows(
  { member: { account } }: ConsoleContext,
  { typed, page }: { readonly typed: Typed; readonly page: PageRequest },
  { db, settleDue }: EscrowsServices,
): Promise<Page<EscrowLine>> {
  await settleDue(account);
  const status = [...ESCROW_GROUPS, ...ESCROW_STATUSES].find((one) => one === typed.status) ?? null;
  return listEscrowLines(db, account, {
    ...daysOf(typed),
    status,
    search: await searchOrders(db, account, typed.q),
    page,
  });
}
