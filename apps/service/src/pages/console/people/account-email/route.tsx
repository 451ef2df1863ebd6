/** What the link to an account's new address opens. Looking at it changes nothing: mail programs open links by themselves. */
import { confirmAccountEmail, readAccountEmailLink } from "../../../../commands/change-account-email.js";
import type { Queryable } from "../../../../platform/database.js";
import type { Asked } from "../../../kit/answer.js";
import type { VisitContext } from "../../../kit/person-context.js";
import type { Handler, Posted } from "../../../kit/route.js";
import { CONFLICT, GONE } from "../../../kit/status.js";
import { AccountEmailDonePage, AccountEmailPage, AccountEmailRefusedPage } from "./view.js";

type Services = { readonly db: Queryable };

const linkOf = ({ seller_code: sellerCode = "", token = "" }: Asked["params"]) => ({ sellerCode, token });

export const showAccountEmail: Handler<VisitContext, Services> = async (visit, { params }, { db }) => {
  const linked = await readAccountEmailLink(db, linkOf(params));
  if (linked === null) return { status: GONE, page: <AccountEmailRefusedPage visit={visit} why="over" /> };
  return <AccountEmailPage visit={visit} linked={linked} link={linkOf(params)} />;
};

export const takeAccountEmail: Handler<VisitContext, Services, Posted> = async (visit, { params }, { db }) => {
  const did = await confirmAccountEmail(db, linkOf(params));
  if (did === "changed") return <AccountEmailDonePage visit={visit} />;
  return { status: did === "over" ? GONE : CONFLICT, page: <AccountEmailRefusedPage visit={visit} why={did} /> };
};
