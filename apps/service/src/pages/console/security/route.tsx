import { listSecurityEvents } from "../../../store/read/security-events.js";
import { aged } from "../../kit/csv.js";
import { pageIn } from "../../kit/paging.js";
import type { Handler } from "../../kit/route.js";
import { sendSecurityCsv } from "../../kit/security-log.js";
import type { ConsoleContext } from "../context.js";
import type { ConsoleServices } from "../services.js";
import { SecurityPage } from "./view.js";

type SecurityHandler = Handler<ConsoleContext, Pick<ConsoleServices, "db" | "late">>;

/** What happened to the account's access, and to the sign-ins of its members. */
export const showSecurity: SecurityHandler = async (context, { query }, { db }) => (
  <SecurityPage
    context={context}
    page={await listSecurityEvents(db, context.member.account, pageIn(query, "number"))}
  />
);

export const downloadSecurity: SecurityHandler = async ({ member, site: { zone } }, { reply }, { late }) => {
  const lists = await late.open();
  return sendSecurityCsv(aged(reply, lists.ageSeconds), { name: `security-${member.sellerCode}.csv`, zone }, (page) =>
    listSecurityEvents(lists, member.account, page),
  );
};
