/** Sellers and operators: who the cookies of a request say it is. Nothing of it outlives a request. */
import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { VerificationStatus } from "@holdfast/contract";
import type { AccountId } from "../domain/ids.js";
import type { Queryable } from "../platform/database.js";
import { findSellerSession } from "../store/identity/sellers.js";
import type { Cookies } from "./cookies.js";
import type { Role } from "./permissions.js";

/** An account that the person belongs to. */
export type Membership = {
  readonly account: AccountId;
  readonly sellerCode: string;
  readonly tradingName: string;
  readonly verificationStatus: VerificationStatus;
  readonly suspended: boolean;
  readonly role: Role;
};

export type Seller = {
  readonly id: string;
  /** Lower case, verified. */
  readonly email: string;
  readonly name: string;
  readonly isOperator: boolean;
  /** Of the session that the request came with. */
  readonly sessionId: string;
  /** Oldest first. */
  readonly memberships: readonly Membership[];
  /** Unix seconds of the service's clock. */
  readonly now: number;
};

export type Sellers = {
  /** Who the cookies of a request say it is; null for nobody. @throws DatabaseUnavailable */
  current(headers: IncomingHttpHeaders): Promise<Seller | null>;
};

const TOKEN = /^[0-9A-Za-z]{43}$/;

type Parts = { readonly db: Queryable; readonly cookies: Cookies };

export function openSellers({ db, cookies }: Parts): Sellers {
  return {
    current: async (headers) => {
      const token = cookies.read(headers, "seller");
      if (token === null || !TOKEN.test(token)) return null;
      const row = await findSellerSession(db, createHash("sha256").update(token).digest());
      if (row === null) return null;
      return {
        id: row.seller_id,
        email: row.email,
        name: row.name,
        isOperator: row.is_operator,
        sessionId: row.session_id,
        memberships: row.memberships.map((one) => ({
          account: one.account_id,
          sellerCode: one.seller_code,
          tradingName: one.trading_name,
          verificationStatus: one.verification_status,
          suspended: one.suspended,
          role: one.role,
        })),
        now: Number(row.now),
      };
    },
  };
}
