import type { FeeSchedule } from "../../../domain/fees.js";
import { type DeskAccount, type DeskMember, listDeskMembers } from "../../../store/read/desk/accounts.js";
import { listDeskEndpoints, type TroubledEndpoint } from "../../../store/read/desk/webhooks.js";
import type { Asked } from "../../kit/answer.js";
import { type DeskServices, loadAccount } from "../load.js";

export type AccountServices = Pick<DeskServices, "db" | "config">;

export type FoundAccount = {
  readonly account: DeskAccount;
  readonly members: readonly DeskMember[];
  readonly endpoints: readonly TroubledEndpoint[];
  /** Those of the deployment. */
  readonly fees: FeeSchedule;
};

/** @throws PageRefusal not_found */
export async function findAccount(params: Asked["params"], { db, config }: AccountServices): Promise<FoundAccount> {
  const account = await loadAccount(params, { db });
  const [members, endpoints] = await Promise.all([listDeskMembers(db, account.id), listDeskEndpoints(db, account.id)]);
  return { account, members, endpoints, fees: config.fees };
}
