/**
 * Sellers and operators: who the cookies of a request say it is, and how one becomes that (decisions, "Sign-in"). Nothing of it
 * outlives a request.
 */
import type { IncomingHttpHeaders } from "node:http";
import type { VerificationStatus } from "@holdfast/contract";
import type { AccountId } from "../domain/ids.js";
import type { Role } from "../domain/permissions.js";
import type { Actor } from "../domain/security.js";
import { findSellerSession, prolongSellerSession, setSellerLocale } from "../store/identity/sellers.js";
import { type ConsoleLocale, isConsoleLocale } from "../words/locale.js";
import { openSellerCodes, type SellerCodes } from "./seller-codes.js";
import { openSellerEntry, type SellerEntry } from "./seller-entry.js";
import { openSellerFactor, type SellerFactor } from "./seller-factor.js";
import { hashOfCookie, type SellerParts } from "./seller-parts.js";
import { openSellerSelf, type SellerSelf } from "./seller-self.js";
import { openTeam, type Team } from "./team.js";

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
  /** The language that was chosen; null for none. */
  readonly locale: ConsoleLocale | null;
  readonly isOperator: boolean;
  readonly hasSecondFactor: boolean;
  /** Of the session that the request came with. */
  readonly sessionId: string;
  /** Seconds since that session last proved who uses it: a sign-in, a password or a second factor. Real time. */
  readonly proofAge: number;
  /** What this person does from this session is written down as. */
  readonly actor: Actor;
  /** Oldest first. */
  readonly memberships: readonly Membership[];
  /** Unix seconds of the service's clock. */
  readonly now: number;
};

export type Sellers = {
  /**
   * Who the cookies of a request say it is; null for nobody. Writes down every five minutes that the session is used, which
   * lasts fourteen days from then, and at most ninety in total. @throws DatabaseUnavailable, as everything here does.
   */
  current(headers: IncomingHttpHeaders): Promise<Seller | null>;
  /** Keeps the language that was chosen, when somebody is signed in. */
  speak(headers: IncomingHttpHeaders, locale: ConsoleLocale): Promise<void>;
  readonly entry: SellerEntry;
  readonly codes: SellerCodes;
  readonly self: SellerSelf;
  readonly factor: SellerFactor;
  readonly team: Team;
};

export function openSellers(parts: SellerParts): Sellers {
  return {
    current: (headers) => current(parts, headers),
    speak: async (headers, locale) => {
      const tokenHash = hashOfCookie(parts, headers, "seller");
      if (tokenHash !== null) await setSellerLocale(parts.db, tokenHash, locale);
    },
    entry: openSellerEntry(parts),
    codes: openSellerCodes(parts),
    self: openSellerSelf(parts),
    factor: openSellerFactor(parts),
    team: openTeam(parts),
  };
}

async function current(parts: SellerParts, headers: IncomingHttpHeaders): Promise<Seller | null> {
  const { db } = parts;
  const tokenHash = hashOfCookie(parts, headers, "seller");
  const row = tokenHash === null ? null : await findSellerSession(db, tokenHash);
  if (tokenHash === null || row === null) return null;
  if (row.is_aging) await prolongSellerSession(db, tokenHash);
  return {
    id: row.seller_id,
    email: row.email,
    name: row.name,
    locale: isConsoleLocale(row.locale) ? row.locale : null,
    isOperator: row.is_operator,
    hasSecondFactor: row.has_second_factor,
    sessionId: row.session_id,
    proofAge: Number(row.proof_age),
    actor: { sellerId: row.seller_id, network: row.network, userAgent: row.user_agent },
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
}
