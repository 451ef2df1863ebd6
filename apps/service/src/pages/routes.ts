/** Every page and every form: its address, who may ask, and what answers. */
import { member } from "./console/access.js";
import { showOverview } from "./console/overview/route.js";
import { takeStep } from "./console/start/actions.js";
import { showStart, startStatus } from "./console/start/route.js";
import {
  changeRole,
  inviteColleague,
  leaveTeam,
  removeMember,
  resendInvitation,
  revokeInvitation,
} from "./console/team/actions.js";
import { showTeam } from "./console/team/route.js";
import { showReference, toReference } from "./docs/route.js";
import { anybody } from "./kit/access.js";
import { get, inSandbox, type PageRoute, post } from "./kit/route.js";
import { showMail, showMailbox, showMailHtml } from "./sandbox/mailbox/route.js";
import type { PageServices } from "./services.js";

export const ROUTES: readonly PageRoute<PageServices>[] = [
  get("/", anybody, toReference),
  get("/docs", anybody, showReference),
  get("/docs/", anybody, toReference),

  get("/console/:seller_code", member("read"), showOverview),

  get("/console/:seller_code/start", member("read"), showStart),
  get("/console/:seller_code/start/status", member("read"), startStatus),
  post("/console/:seller_code/start", member("develop"), takeStep),

  get("/console/:seller_code/team", member("read"), showTeam),
  post("/console/:seller_code/team/invite", member("manageTeam"), inviteColleague),
  post("/console/:seller_code/team/invitations/:invitation/resend", member("manageTeam"), resendInvitation),
  post("/console/:seller_code/team/invitations/:invitation/revoke", member("manageTeam"), revokeInvitation),
  post("/console/:seller_code/team/members/:member/role", member("manageTeam"), changeRole),
  post("/console/:seller_code/team/members/:member/remove", member("manageTeam"), removeMember),
  post("/console/:seller_code/team/leave", member("read"), leaveTeam),

  inSandbox(get("/sandbox/mailbox", anybody, showMailbox)),
  inSandbox(get("/sandbox/mailbox/:id", anybody, showMail)),
  inSandbox(get("/sandbox/mailbox/:id/html", anybody, showMailHtml)),
];
