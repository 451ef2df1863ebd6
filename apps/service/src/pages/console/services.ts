/** What the pages of the console are built on; each page says what it takes of it. */
import type { Executor } from "../../commands/execute.js";
import type { LookAtRecords } from "../../commands/look-at-domain.js";
import type { Quotes } from "../../commands/quotes.js";
import type { CheckUrl } from "../../commands/register-endpoint.js";
import type { SettleDue } from "../../commands/settle-due.js";
import type { Config } from "../../config/index.js";
import type { RefundTerms } from "../../domain/decisions/refund.js";
import type { Rates } from "../../domain/rates.js";
import type { AccountLocation, Registry } from "../../identity/registry.js";
import type { Database } from "../../platform/database.js";
import type { LateSource, Reads } from "../../platform/late-reads.js";
import type { Seal } from "../../platform/seal.js";
import type { Providers } from "../../providers/port.js";

/** What a list is read from, where that is not the database itself: for its file. */
export type ListedFrom = { readonly lists?: Reads };

export type ConsoleServices = {
  readonly db: Database;
  /** For what may be a little late. */
  readonly late: LateSource;
  /** Where a new key is written down before. */
  readonly registry: Registry;
  /** Null: all sellers are here. */
  readonly whereabouts: AccountLocation | null;
  readonly executor: Executor;
  /** Writes what time has done to an account's sessions and escrows. */
  readonly settleDue: SettleDue;
  readonly config: Pick<
    Config,
    "mode" | "fees" | "fundingDeadlineSeconds" | "publicUrl" | "sessionsPerDay" | "unverifiedSessionsPerDay"
  >;
  readonly providers: Providers;
  readonly rates: Rates;
  readonly quotes: Quotes;
  /** What holds for refunds of this deployment. */
  readonly refundTerms: RefundTerms;
  /** The origin that links start with, without a slash at its end; known once the service listens. */
  readonly publicUrl: () => string;
  /** Looks at the records of a seller's domain; null where the service has no address that one could lead to. */
  readonly lookAtRecords: LookAtRecords | null;
  /** What seals secrets at rest. @throws DatabaseUnavailable while nobody knows whether its key is the right one. */
  readonly seal: () => Promise<Seal>;
  readonly checkUrl: CheckUrl;
};
