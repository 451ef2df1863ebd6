/** What handlers of the API get, and what they give back. */
import type { BodyOf, OperationId } from "@holdfast/contract";
import type { Holding } from "../commands/connect-account.js";
import type { Executor } from "../commands/execute.js";
import type { RequestLog } from "../commands/request-log.js";
import type { SettleDue, Settling } from "../commands/settle-due.js";
import type { Config } from "../config/index.js";
import type { RefundTerms } from "../domain/decisions/refund.js";
import { hostedOrigin } from "../domain/hosted-domain.js";
import { formatId, type SessionId } from "../domain/ids.js";
import type { Rates } from "../domain/rates.js";
import type { Principal } from "../identity/authenticate.js";
import type { AccountLocation } from "../identity/registry.js";
import type { SharedAddresses } from "../identity/shared-addresses.js";
import type { Database } from "../platform/database.js";
import type { Log } from "../platform/log.js";
import type { Query } from "./query.js";

/** What the API is built on. */
export type Services = {
  readonly db: Database;
  /** Null: all accounts are here. */
  readonly whereabouts: AccountLocation | null;
  readonly executor: Executor;
  /** Writes what time has done to an account's sessions and escrows. */
  readonly settleDue: SettleDue;
  /** The same for all accounts. */
  readonly settleAll: Settling["settleAll"];
  readonly config: Config;
  readonly log: Log;
  readonly addresses: Pick<SharedAddresses, "onRefused">;
  /** Null keeps none. */
  readonly requestLog: RequestLog | null;
  readonly rates: Rates;
  /** What holds for refunds of this deployment. */
  readonly refundTerms: RefundTerms;
  /** Who holds sellers' money, where anybody does. */
  readonly providers: Holding["providers"];
  /** The origin that links start with, without a slash at its end. */
  readonly publicUrl: () => string;
};

/** Who reads: all that reading depends on. */
export type Reader = Pick<Principal, "account" | "sellerCode" | "hostedDomain" | "now" | "hasDue">;

/** Operations that only read what is the account's. */
export const READS = ["getSession", "listSessions", "getEscrow", "listEscrows", "listEvents"] as const;
export type Read = (typeof READS)[number];

export type ApiRequest<Id extends OperationId = OperationId> = {
  readonly principal: Id extends Read ? Reader : Principal;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
  /** Parsed, not validated: see validateBody. */
  readonly rawBody: unknown;
  readonly idempotencyKey: string | null;
  readonly id: Id;
};

/** JSON text, ready to send. */
export type Answer = { readonly body: string; readonly headers?: Readonly<Record<string, string>> };

export type Handler<Id extends OperationId> = (request: ApiRequest<Id>, services: Services) => Promise<Answer>;
export type Handlers = { readonly [Id in OperationId]: Handler<Id> };
export type Body<Id extends OperationId> = BodyOf<Id>;

/** Where the hosted pages of a seller's sessions are. The seller's code names the account that the session is under. */
export const pageUrlOf =
  (publicUrl: string, { sellerCode, hostedDomain }: Pick<Principal, "sellerCode" | "hostedDomain">) =>
  (id: SessionId): string =>
    `${hostedOrigin(publicUrl, hostedDomain)}/pay/${sellerCode}/${formatId("session", id)}`;
