/** The team of an account: who belongs to it, in which role, and who is invited. */
import { ROLES, type Role } from "../../../domain/permissions.js";
import type { Told } from "../../../domain/told.js";
import type { InviteProblem, MemberProblem, Team } from "../../../identity/team.js";
import type { FormFields } from "../../page-context.js";
import { PageRefusal } from "../../refusal.js";
import { CONSOLE_PATH, type ConsoleContext } from "../context.js";
import type { Answer, ConsoleRoutes } from "../routes.js";
import { TeamPage } from "./page.js";

export function registerTeam(routes: ConsoleRoutes, team: Team): void {
  const page = async (
    context: ConsoleContext,
    more: { said?: string | undefined; problem?: InviteProblem; typed?: FormFields },
  ) => {
    const { account } = context.member;
    const [members, invitations] = await Promise.all([team.members(account), team.invitations(account)]);
    return <TeamPage {...{ context, members, invitations, typed: {}, said: undefined, problem: null, ...more }} />;
  };
  const answer = async (context: ConsoleContext, problem: InviteProblem, typed: FormFields): Promise<Answer> => ({
    status: problem === "too_many" ? 429 : 422,
    page: await page(context, { problem, typed }),
  });

  routes.page("/team", "read", (context, { query }) => page(context, { said: query["said"] }));

  routes.action("/team/invite", "manageTeam", async (context, form) => {
    const role = roleIn(form);
    const invitation = { email: form["email"] ?? "", role, invitedBy: context.seller.id };
    const invited = await team.invite(context.member.account, invitation);
    return invited.ok ? `${context.home}/team?said=invited` : answer(context, invited.reason, form);
  });

  routes.action("/team/invitations/:invitation/resend", "manageTeam", async (context, _form, { params }) => {
    const { member, seller, home } = context;
    const invited = await team.resend(member.account, params["invitation"] ?? "", seller.id);
    if (invited.ok) return `${home}/team?said=invited`;
    if (invited.reason === "unknown") throw new PageRefusal("not_found");
    return answer(context, invited.reason, {});
  });

  routes.action("/team/invitations/:invitation/revoke", "manageTeam", async ({ member, home }, _form, { params }) => {
    if (!(await team.revoke(member.account, params["invitation"] ?? ""))) throw new PageRefusal("not_found");
    return `${home}/team?said=revoked`;
  });

  routes.action("/team/members/:member/role", "manageTeam", async ({ member, home }, form, { params }) =>
    after(await team.changeRole(member.account, params["member"] ?? "", roleIn(form)), home, "changed"),
  );

  routes.action("/team/members/:member/remove", "manageTeam", async ({ member, home, seller }, _form, { params }) => {
    const changed = await team.changeRole(member.account, params["member"] ?? "", null);
    return changed.ok && params["member"] === seller.id ? LEFT : after(changed, home, "removed");
  });

  routes.action("/team/leave", "read", async ({ member, home, seller }) => {
    const changed = await team.changeRole(member.account, seller.id, null);
    return changed.ok ? LEFT : after(changed, home, "removed");
  });
}

const LEFT = `${CONSOLE_PATH}?choose=1&said=left`;

/** @throws PageRefusal not_found for who does not belong there. */
function after(changed: Told<null, MemberProblem>, home: string, said: string): string {
  if (changed.ok) return `${home}/team?said=${said}`;
  if (changed.reason === "unknown") throw new PageRefusal("not_found");
  return `${home}/team?said=last-owner`;
}

/** @throws PageRefusal validation_failed for what no page of ours posts. */
function roleIn({ role }: FormFields): Role {
  const known = ROLES.find((one) => one === role);
  if (known === undefined) throw new PageRefusal("validation_failed");
  return known;
}
