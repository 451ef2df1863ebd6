import { listBursts, listSecurityEvents } from "../../../store/read/security-events.js";
import { pageIn } from "../../kit/paging.js";
import type { Handler } from "../../kit/route.js";
import { sendSecurityCsv } from "../../kit/security-log.js";
import type { DeskContext } from "../access.js";
import type { DeskReads } from "../load.js";
import { SecurityPage } from "./view.js";

type SecurityHandler = Handler<DeskContext, DeskReads>;

/** What happened to sign-ins and access, over all accounts. */
export const showDeskSecurity: SecurityHandler = async (context, { query }, { db }) => (
  <SecurityPage
    context={context}
    page={await listSecurityEvents(db, null, pageIn(query, "number"))}
    bursts={await listBursts(db)}
  />
);

export const downloadDeskSecurity: SecurityHandler = (_context, { reply }, { db }) =>
  sendSecurityCsv(reply, "security.csv", (page) => listSecurityEvents(db, null, page));
