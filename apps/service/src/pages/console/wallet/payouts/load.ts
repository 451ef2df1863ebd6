import { PAYOUT_STATUSES } from "../../../../domain/states.js";
import { listPayouts, type PayoutView } from "../../../../store/read/money/wallet.js";
import type { Asked } from "../../../kit/answer.js";
import { daysOf, keptIn, readTyped } from "../../../kit/list-query.js";
import type { Opened } from "../../../kit/listed.js";
import type { ConsoleContext } from "../../context.js";
import type { ConsoleServices, ListedFrom } from "../../services.js";

export type PayoutsServices = Pick<ConsoleServices, "db">;

export async function openPayouts(
  { member, site }: ConsoleContext,
  query: Asked["query"],
  { db, lists = db }: PayoutsServices & ListedFrom,
): Promise<Opened<PayoutView>> {
  const typed = { ...readTyped(query), q: "", rows: "" };
  const status = PAYOUT_STATUSES.find((one) => one === typed.status) ?? null;
  return { query: keptIn(typed), list: listPayouts(lists, member.account, { ...daysOf(typed, site), status }) };
}
