import { type ListedDispute, listDisputes } from "../../../../store/read/orders/disputes.js";
import type { Page, PageRequest } from "../../../../store/read/page.js";
import type { ConsoleContext } from "../../context.js";
import type { ConsoleServices } from "../../services.js";

export type DisputesServices = Pick<ConsoleServices, "db">;

export type Which = "open" | "ended";

export const loadDisputes = (
  { member: { account } }: ConsoleContext,
  { which, page }: { readonly which: Which; readonly page: PageRequest },
  { db }: DisputesServices,
): Promise<Page<ListedDispute>> => listDisputes(db, account, { page, which });
