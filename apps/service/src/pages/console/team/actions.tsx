/** What changes a team: invitations, roles, and who belongs to it. */
import { changeRefundAlone } from "../../../commands/refund-requests.js";
import { ROLES, type Role } from "../../../domain/permissions.js";
import type { Result } from "../../../domain/result.js";
import type { InviteProblem, MemberProblem } from "../../../identity/team.js";
import { readAmount } from "../../../words/amount.js";
import type { Answer } from "../../kit/answer.js";
import { CONSOLE_PATH } from "../../kit/links.js";
import type { FormFields } from "../../kit/page-context.js";
import { PageRefusal } from "../../kit/refusal.js";
import type { Handler, Posted } from "../../kit/route.js";
import { TOO_MANY_REQUESTS, UNPROCESSABLE } from "../../kit/status.js";
import type { ConsoleContext } from "../context.js";
import { loadTeam, type TeamServices } from "./load.js";
import { TeamPage } from "./view.js";

type TeamAction = Handler<ConsoleContext, TeamServices, Posted>;

export const inviteColleague: TeamAction = async (context, { form }, services) => {
  const role = roleIn(form);
  const invitation = { email: form["email"] ?? "", role, actor: context.seller.actor };
  const invited = await services.people.sellers.team.invite(context.member.account, invitation);
  return invited.ok ? said(context, "invited") : again({ context, problem: invited.reason, typed: form }, services);
};

export const resendInvitation: TeamAction = async (context, { params }, services) => {
  const { member, seller } = context;
  const invited = await services.people.sellers.team.resend(member.account, params["invitation"] ?? "", seller.actor);
  if (invited.ok) return said(context, "invited");
  if (invited.reason === "unknown") throw new PageRefusal("not_found");
  return again({ context, problem: invited.reason, typed: {} }, services);
};

export const revokeInvitation: TeamAction = async (context, { params }, { people }) => {
  const isRevoked = await people.sellers.team.revoke(
    context.member.account,
    params["invitation"] ?? "",
    context.seller.actor,
  );
  if (!isRevoked) throw new PageRefusal("not_found");
  return said(context, "revoked");
};

export const changeRole: TeamAction = async (context, { form, params }, { people }) => {
  const { account } = context.member;
  const changed = await people.sellers.team.changeRole(
    account,
    { member: params["member"] ?? "", role: roleIn(form) },
    context.seller.actor,
  );
  return after(context, changed, "changed");
};

export const removeMember: TeamAction = async (context, { params }, { people }) => {
  const changed = await people.sellers.team.changeRole(
    context.member.account,
    { member: params["member"] ?? "", role: null },
    context.seller.actor,
  );
  return changed.ok && params["member"] === context.seller.id ? LEFT : after(context, changed, "removed");
};

export const leaveTeam: TeamAction = async (context, _asked, { people }) => {
  const changed = await people.sellers.team.changeRole(
    context.member.account,
    { member: context.seller.id, role: null },
    context.seller.actor,
  );
  return changed.ok ? LEFT : after(context, changed, "removed");
};

/** What one member refunds alone; empty for any sum. */
export const limitRefunds: TeamAction = async (context, { form }, services) => {
  const typed = (form["max"] ?? "").trim();
  const max = typed === "" ? null : readAmount(typed);
  const isAmount = typed === "" || max !== null;
  const change = { max, actor: context.seller.actor };
  if (isAmount && (await changeRefundAlone(services.db, context.member.account, change)).ok) {
    return said(context, "refunds");
  }
  const team = await loadTeam(context, services);
  const problem = isAmount ? "no_second" : "amount";
  return {
    status: UNPROCESSABLE,
    page: <TeamPage context={context} team={team} limit={{ typed, problem }} />,
  };
};

const LEFT = `${CONSOLE_PATH}?choose=1&said=left`;

const said = ({ home }: ConsoleContext, what: string): string => `${home}/team?said=${what}`;

/** The page again, with what is wrong with the invitation. */
async function again(
  { context, problem, typed }: { context: ConsoleContext; problem: InviteProblem; typed: FormFields },
  services: TeamServices,
): Promise<Answer> {
  const team = await loadTeam(context, services);
  return {
    status: problem === "too_many" ? TOO_MANY_REQUESTS : UNPROCESSABLE,
    page: <TeamPage context={context} team={team} problem={problem} typed={typed} />,
  };
}

/** @throws PageRefusal not_found for people who are not members. */
function after(context: ConsoleContext, changed: Result<null, MemberProblem>, what: string): string {
  if (changed.ok) return said(context, what);
  if (changed.reason === "unknown") throw new PageRefusal("not_found");
  return said(context, "last-owner");
}

/** @throws PageRefusal validation_failed for what no page of ours posts. */
function roleIn({ role }: FormFields): Role {
  const known = ROLES.find((one) => one === role);
  if (known === undefined) throw new PageRefusal("validation_failed");
  return known;
}
