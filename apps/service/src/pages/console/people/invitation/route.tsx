import type { VisitContext } from "../../../kit/person-context.js";
import type { Handler } from "../../../kit/route.js";
import { NOT_FOUND } from "../../../kit/status.js";
import type { PeopleServices } from "../outcome.js";
import { loadInvitation } from "./load.js";
import { InvitationPage, OverPage } from "./view.js";

/** What the link of an invitation opens. It does nothing by itself: who it is for joins by a button. */
export const showInvitation: Handler<VisitContext, PeopleServices> = async (visit, asked, services) => {
  const invitation = await loadInvitation(asked, services);
  if (invitation === null) return { status: NOT_FOUND, page: <OverPage visit={visit} /> };
  return <InvitationPage visit={visit} invitation={invitation} />;
};
