import type { Cents } from "../../../domain/money.js";
import type { People } from "../../../identity/people.js";
import type { Invitation, Member } from "../../../identity/team.js";
import { findRefundAlone } from "../../../store/read/console/team.js";
import type { ConsoleContext } from "../context.js";
import type { ConsoleServices } from "../services.js";

export type TeamServices = Pick<ConsoleServices, "db"> & { readonly people: People };

export type Team = {
  readonly members: readonly Member[];
  readonly invitations: readonly Invitation[] /** What one member refunds alone in a day; null for any sum. */;
  readonly refundAlone: Cents | null;
};

export async function loadTeam(
  { member: { account } }: ConsoleContext,
  { db, people: { sellers } }: TeamServices,
): Promise<Team> {
  const { team } = sellers;
  const [members, invitations, refundAlone] = await Promise.all([
    team.members(account),
    team.invitations(account),
    findRefundAlone(db, account),
  ]);
  return { members, invitations, refundAlone };
}
