/** What the pages of the desk are built on, and the account that an address names. */
import type { Door } from "../../commands/execute.js";
import type { EvidenceMeans } from "../../commands/send-evidence.js";
import type { PaymentServices } from "../../commands/start-payment.js";
import type { Config } from "../../config.js";
import type { Database } from "../../platform/database.js";
import { type DeskAccount, findDeskAccount } from "../../store/read/desk/accounts.js";
import type { Asked } from "../kit/answer.js";
import { PageRefusal } from "../kit/refusal.js";

export type DeskServices = {
  readonly db: Database;
  readonly door: Door;
  readonly providers: Pick<PaymentServices["providers"], "stays"> & EvidenceMeans["providers"];
  readonly config: Pick<Config, "fees" | "secondOperatorFrom">;
};

/** What most pages read from. */
export type DeskReads = Pick<DeskServices, "db">;

/** @throws PageRefusal not_found */
export async function loadAccount({ code = "" }: Asked["params"], { db }: DeskReads): Promise<DeskAccount> {
  const account = await findDeskAccount(db, code);
  if (account === null) throw new PageRefusal("not_found");
  return account;
}
