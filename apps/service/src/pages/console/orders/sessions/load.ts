import { SESSION_STATUSES } from "@holdfast/contract";
import { listSessionLines, type SessionLine } from "../../../../store/read/console/orders.js";
import { searchOrders } from "../../../../store/read/console/search.js";
import type { Page, PageRequest } from "../../../../store/read/page.js";
import type { ConsoleContext } from "../../context.js";
import type { ConsoleServices } from "../../services.js";
import { daysOf, type Typed } from "../query.js";

export type SessionsServices = Pick<ConsoleServices, "db" | "settleDue">;

export async function loadSessions(
  { member: { account } }: ConsoleContext,
  { typed, page }: { readonly typed: Typed; readonly page: PageRequest },
  { db, settleDue }: SessionsServices,
): Promise<Page<SessionLine>> {
  await settleDue(account);
  const status = SESSION_STATUSES.find((one) => one === typed.status) ?? null;
  return listSessionLines(db, account, {
    ...daysOf(typed),
    status,
    search: await searchOrders(db, account, typed.q),
    page,
  });
}
