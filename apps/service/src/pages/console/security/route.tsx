import type { Database } from "../../../platform/database.js";
import { listSecurityEvents } from "../../../store/read/security-events.js";
import { pageIn } from "../../kit/paging.js";
import type { Handler } from "../../kit/route.js";
import { sendSecurityCsv } from "../../kit/security-log.js";
import type { ConsoleContext } from "../context.js";
import { SecurityPage } from "./view.js";

type SecurityHandler = Handler<ConsoleContext, { readonly db: Database }>;

/** What happened to the account's access, and to the sign-ins of its members. */
export const showSecurity: SecurityHandler = async (context, { query }, { db }) => (
  <SecurityPage
    context={context}
    page={await listSecurityEvents(db, context.member.account, pageIn(query, "number"))}
  />
);

export const downloadSecurity: SecurityHandler = ({ member }, { reply }, { db }) =>
  sendSecurityCsv(reply, `security-${member.sellerCode}.csv`, (page) => listSecurityEvents(db, member.account, page));
