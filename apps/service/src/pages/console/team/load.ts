import type { People } from "../../../identity/people.js";
import type { Invitation, Member } from "../../../identity/team.js";
import type { ConsoleContext } from "../context.js";

export type TeamServices = { readonly people: People };

export type Team = { readonly members: readonly Member[]; readonly invitations: readonly Invitation[] };

export async function loadTeam(
  { member: { account } }: ConsoleContext,
  { people: { sellers } }: TeamServices,
): Promise<Team> {
  const { team } = sellers;
  const [members, invitations] = await Promise.all([team.members(account), team.invitations(account)]);
  return { members, invitations };
}
