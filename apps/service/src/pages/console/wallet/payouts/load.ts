import { listPayouts, type PayoutView } from "../../../../store/read/money/wallet.js";
import type { Page, PageRequest } from "../../../../store/read/page.js";
import type { ConsoleContext } from "../../context.js";
import type { ConsoleServices } from "../../services.js";

export type PayoutsServices = Pick<ConsoleServices, "db">;

export const loadPayouts = (
  { member }: ConsoleContext,
  page: PageRequest,
  { db }: PayoutsServices,
): Promise<Page<PayoutView>> => listPayouts(db, member.account, page);
