/** What the pages of the desk are built on, and the account that an address names. */
import type { Executor } from "../../commands/execute.js";
import type { EvidenceMeans } from "../../commands/send-evidence.js";
import type { PaymentServices } from "../../commands/start-payment.js";
import type { Config } from "../../config/index.js";
import type { RefundTerms } from "../../domain/decisions/refund.js";
import type { Rates } from "../../domain/rates.js";
import type { CurrentReads, Database, Queryable } from "../../platform/database.js";
import type { LateSource, Reads } from "../../platform/late-reads.js";
import type { OtherCells } from "../../platform/other-cells.js";
import { type DeskAccount, findDeskAccount } from "../../store/read/desk/accounts.js";
import type { Asked } from "../kit/answer.js";
import { PageRefusal } from "../kit/refusal.js";

export type DeskServices = {
  readonly db: Database;
  /** For lists, which may be a little late. */
  readonly late: LateSource;
  readonly executor: Executor;
  readonly otherCells: OtherCells;
  /** Where sign-ins of people are kept. */
  readonly peopleDb: Queryable & CurrentReads;
  readonly refundTerms: RefundTerms;
  readonly rates: Pick<Rates, "list">;
  readonly providers: Pick<PaymentServices["providers"], "stays"> & EvidenceMeans["providers"];
  readonly config: Pick<
    Config,
    "fees" | "secondOperatorFrom" | "manualFrom" | "providers" | "operator" | "publicUrl" | "mailFrom"
  >;
  /** Who runs the deployment, as this process names it. */
  readonly identity: { refresh(): Promise<void> };
};

/** What lists are read from, and what it takes to open one. */
export type DeskLists = Pick<DeskServices, "db"> & { readonly lists: Reads };

/** What pages of lists read from. */
export type LateDeskReads = Pick<DeskServices, "db" | "late" | "otherCells">;

/** What most pages read from. */
export type DeskReads = Pick<DeskServices, "db">;

/** What pages read from that show what other cells have too. */
export type AllReads = Pick<DeskServices, "db" | "otherCells">;

/** @throws PageRefusal not_found */
export async function loadAccount({ code = "" }: Asked["params"], { db }: DeskReads): Promise<DeskAccount> {
  const account = await findDeskAccount(db, code);
  if (account === null) throw new PageRefusal("not_found");
  return account;
}
