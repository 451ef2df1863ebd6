/**
 * Sellers and operators: who the cookies of a request say it is, and how one becomes that (decisions, "Sign-in"). Nothing of it
 * outlives a request.
 */
import type { IncomingHttpHeaders } from "node:http";
import type { VerificationStatus } from "@holdfast/contract";
import type { AccountId } from "../domain/ids.js";
import type { Role } from "../domain/permissions.js";
import type { Actor } from "../domain/security.js";
import type { Queryable } from "../platform/database.js";
import { type MembershipRow, prolongSellerSession, setSellerLocale, setSellerZone } from "../store/identity/sellers.js";
import { readBelonging } from "../store/identity/sellers-apart.js";
import { isConsoleLocale, type Locale } from "../words/locale.js";
import { readZone, type Zone } from "../words/zone.js";
import { openSellerCodes, type SellerCodes } from "./seller-codes.js";
import { openSellerEntry, type SellerEntry } from "./seller-entry.js";
import { openSellerFactor, type SellerFactor } from "./seller-factor.js";
import { hashOfCookie, type SellerParts } from "./seller-parts.js";
import { openSellerSelf, type SellerSelf } from "./seller-self.js";
import { listOpenInvitations, type OpenInvitation, openTeam, type Team } from "./team.js";

/** An account that the person belongs to. */
export type Membership = {
  readonly account: AccountId;
  readonly sellerCode: string;
  /** Where its buyers pay; null on the service's own. */
  readonly hostedDomain: string | null;
  readonly tradingName: string;
  readonly verificationStatus: VerificationStatus;
  readonly suspended: boolean;
  readonly role: Role;
  /** Whether time may have done something to its orders that nobody has written down yet. */
  readonly hasDue: boolean;
};

export type Seller = {
  readonly id: string;
  /** Lower case, verified. */
  readonly email: string;
  readonly name: string;
  /** The language that was chosen; null for none. */
  readonly locale: Locale | null;
  /** Null until it is known. */
  readonly zone: Zone | null;
  readonly isOperator: boolean;
  readonly hasSecondFactor: boolean;
  /** Of the session that the request came with. */
  readonly sessionId: string;
  /** Seconds since that session last proved who uses it: a sign-in, a password or a second factor. Real time. */
  readonly proofAge: number;
  /** What this person does from this session is written down as. */
  readonly actor: Actor;
  /** Of this cell, oldest first. */
  readonly memberships: readonly Membership[];
  /** Whether there may be more in other cells. */
  readonly mayHaveMore: boolean;
  /** Who they are can't be asked now, and was known a short time ago: good for looking at accounts, and for nothing else. */
  readonly isRemembered: boolean;
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
  speak(headers: IncomingHttpHeaders, locale: Locale): Promise<void>;
  /** Keeps the time zone, when somebody is signed in. */
  live(headers: IncomingHttpHeaders, zone: Zone): Promise<void>;
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
      if (tokenHash !== null) await setSellerLocale(parts.people, tokenHash, locale);
    },
    live: async (headers, zone) => {
      const tokenHash = hashOfCookie(parts, headers, "seller");
      if (tokenHash !== null) await setSellerZone(parts.people, tokenHash, zone);
    },
    entry: openSellerEntry(parts),
    codes: openSellerCodes(parts),
    self: openSellerSelf(parts),
    factor: openSellerFactor(parts),
    team: openTeam(parts),
  };
}

const membershipOf = (row: MembershipRow): Membership => ({
  account: row.account_id,
  sellerCode: row.seller_code,
  hostedDomain: row.hosted_domain,
  tradingName: row.trading_name,
  verificationStatus: row.verification_status,
  suspended: row.suspended,
  role: row.role,
  hasDue: row.has_due,
});

/** The accounts of this cell that a person belongs to or is invited to, for another cell that has checked who the person is. */
export async function readPlaces(
  db: Queryable,
  { id, email }: Pick<Seller, "id" | "email">,
): Promise<{ readonly memberships: readonly Membership[]; readonly invitations: readonly OpenInvitation[] }> {
  const [{ memberships }, invitations] = await Promise.all([readBelonging(db, id), listOpenInvitations(db, email)]);
  return { memberships: memberships.map(membershipOf), invitations };
}

async function current(parts: SellerParts, headers: IncomingHttpHeaders): Promise<Seller | null> {
  const { people, store } = parts;
  const tokenHash = hashOfCookie(parts, headers, "seller");
  const row = tokenHash === null ? null : await store.findSession(tokenHash);
  if (tokenHash === null || row === null) return null;
  if (row.is_aging) await prolongSellerSession(people, tokenHash);
  return {
    id: row.seller_id,
    email: row.email,
    name: row.name,
    locale: isConsoleLocale(row.locale) ? row.locale : null,
    zone: readZone(row.zone),
    isOperator: row.is_operator,
    hasSecondFactor: row.has_second_factor,
    sessionId: row.session_id,
    proofAge: Number(row.proof_age),
    actor: { sellerId: row.seller_id, network: row.network, userAgent: row.user_agent },
    memberships: row.memberships.map(membershipOf),
    mayHaveMore: store.areApart,
    isRemembered: row.isRemembered,
    now: Number(row.now),
  };
}
