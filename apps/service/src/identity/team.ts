/** Teams: who belongs to an account and who is invited, and accounts that people open. */
import { API_VERSION } from "@holdfast/contract";
import { decideChangeRole, decideInvite, type TeamMember } from "../domain/decisions/team.js";
import { type EmailProblem, emailProblem, readEmail } from "../domain/email.js";
import { type AccountId, UUID } from "../domain/ids.js";
import type { Role } from "../domain/permissions.js";
import { decideThenWrite, ok, type Result, refused } from "../domain/result.js";
import type { Actor } from "../domain/security.js";
import type { Queryable } from "../platform/database.js";
import { token } from "../platform/random.js";
import {
  acceptInvitation,
  changeRole,
  deleteInvitation,
  findInvitation,
  findOpenInvitation,
  insertInvitation,
  listInvitations,
  listInvitationsFor,
  listMembers,
  type MemberRow,
  type OpenInvitationRow,
  removeMember,
} from "../store/identity/team.js";
import { newAccountNames, type Openings } from "./merchants.js";
import { checkNames, isDone, type Problems, readName } from "./seller-outcome.js";
import type { SellerStore } from "./seller-store.js";

export type Member = {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly hasSecondFactor: boolean;
  /** Unix seconds of the service's clock. */
  readonly since: number;
};

export type Invitation = {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  /** Null for one from the command line. */
  readonly invitedBy: string | null;
  /** Unix seconds of the service's clock. */
  readonly created: number;
  /** Whether its link still works. */
  readonly isOpen: boolean;
};

/** As the person sees it that it is for: without a word that a stranger could write to whom they like. */
export type OpenInvitation = {
  readonly id: string;
  readonly account: AccountId;
  readonly email: string;
  readonly role: Role;
  /** An address; null for one from the command line. */
  readonly invitedBy: string | null;
  readonly sellerCode: string;
  /** Null unless the account is verified. */
  readonly tradingName: string | null;
};

export type InviteProblem = EmailProblem | "member_already" | "too_many";
export type MemberProblem = "unknown" | "last_owner";

export type Team = {
  /** Oldest first. */
  members(account: AccountId): Promise<readonly Member[]>;
  invitations(account: AccountId): Promise<readonly Invitation[]>;
  /** Sends a link to the address. An earlier one that it may have no longer works. Fifty a day, by account and by person. */
  invite(
    account: AccountId,
    invitation: { email: string; role: Role; actor: Actor },
  ): Promise<Result<null, InviteProblem>>;
  /** A new link, which works as long as a new invitation's. */
  resend(account: AccountId, id: string, actor: Actor): Promise<Result<null, InviteProblem | "unknown">>;
  /** False when there is none such. */
  revoke(account: AccountId, id: string, actor: Actor): Promise<boolean>;
  /** An account never loses its last owner, even in a race. @param change.role null takes the member out of the team. */
  changeRole(
    account: AccountId,
    change: { member: string; role: Role | null },
    actor: Actor,
  ): Promise<Result<null, MemberProblem>>;
  /** What a link opens; null when it no longer works. */
  opened(sellerCode: string, id: string): Promise<OpenInvitation | null>;
  /** Those of this cell that wait for an address. */
  waitingFor(email: string): Promise<readonly OpenInvitation[]>;
  /** False when the invitation is not open, or is for somebody else. */
  accept(sellerCode: string, id: string, actor: Actor): Promise<boolean>;
  /** Another account, of which the person is the owner. */
  openAccount(
    sellerId: string,
    tradingName: string,
  ): Promise<{ readonly problems: Problems; readonly sellerCode: string | null }>;
};

const ID_LENGTH = 32; // 190 bits
const ID = /^[0-9A-Za-z]{32}$/;

export function openTeam({ db, registry, store }: Openings & { readonly store: SellerStore }): Team {
  const invite: Team["invite"] = async (account, { email: typed, role, actor }) => {
    const email = readEmail(typed);
    if (email === null) return refused(emailProblem(typed));
    const decided = decideInvite(await listMembers(db, account), email);
    if (!decided.ok) return decided;
    const invited = await insertInvitation(db, { account, id: token(ID_LENGTH), email, role, actor });
    if (invited === "account_unknown") throw new Error(`there is no account ${account}`);
    return invited === "invited" ? ok(null) : refused(invited);
  };
  return {
    invite,
    members: async (account) =>
      (await store.listMembers(account)).map((row) => ({
        id: row.seller_id,
        email: row.email,
        name: row.name,
        role: row.role,
        hasSecondFactor: row.has_second_factor,
        since: Number(row.created),
      })),
    invitations: async (account) =>
      (await listInvitations(db, account)).map((row) => ({
        id: row.id,
        email: row.email,
        role: row.role,
        invitedBy: row.invited_by,
        created: Number(row.created),
        isOpen: row.is_open,
      })),
    resend: async (account, id, actor) => {
      const row = ID.test(id) ? await findInvitation(db, account, id) : null;
      return row === null ? refused("unknown") : invite(account, { email: row.email, role: row.role, actor });
    },
    revoke: async (account, id, actor) => ID.test(id) && deleteInvitation(db, { account, id }, actor),
    changeRole: async (account, { member, role }, actor) => {
      const changed = await decideThenWrite({
        load: async () => (UUID.test(member) ? (await listMembers(db, account)).map(memberOf) : []),
        decide: (team) => decideChangeRole(team, member, role),
        write: async () =>
          (role === null
            ? await removeMember(db, { account, sellerId: member }, actor)
            : await changeRole(db, { account, sellerId: member, role }, actor)) === "changed",
      });
      return changed.ok ? changed : refused(changed.reason === "last_owner" ? "last_owner" : "unknown");
    },
    opened: async (sellerCode, id) => {
      const row = ID.test(id) ? await findOpenInvitation(db, sellerCode, id) : null;
      return row === null ? null : openInvitation(row);
    },
    waitingFor: (email) => listOpenInvitations(db, email),
    accept: async (sellerCode, id, actor) => ID.test(id) && acceptInvitation(db, { sellerCode, id }, actor),
    openAccount: async (sellerId, typed) => {
      const problems = checkNames(undefined, typed);
      if (!isDone({ problems })) return { problems, sellerCode: null };
      const names = newAccountNames();
      const tradingName = readName(typed) ?? "";
      await registry.enterAccount(names);
      const isOpened = await store.openAccount({ ...names, tradingName, apiVersion: API_VERSION, sellerId });
      if (!isOpened) await registry.withdrawAccount(names.account);
      if (!isOpened) return { problems: { trading_name: "too_many_accounts" }, sellerCode: null };
      return { problems: {}, sellerCode: names.sellerCode };
    },
  };
}

/** Those of this cell that wait for an address. */
export const listOpenInvitations = async (db: Queryable, email: string): Promise<readonly OpenInvitation[]> =>
  (await listInvitationsFor(db, email)).map(openInvitation);

const memberOf = ({ seller_id: id, email, role }: MemberRow): TeamMember => ({ id, email, role });

const openInvitation = (row: OpenInvitationRow): OpenInvitation => ({
  id: row.id,
  account: row.account_id,
  email: row.email,
  role: row.role,
  invitedBy: row.invited_by,
  sellerCode: row.seller_code,
  tradingName: row.trading_name,
});
