/** The sandbox's mailbox: the mails that the service writes, for tests to read. */
import { LIMITS } from "@holdfast/contract";
import { readEmail } from "../../domain/email.js";
import { writeMail as writeWords } from "../../mails/letter.js";
import { showLetter } from "../../mails/render.js";
import { listMails as findMails, type MailRow } from "../../store/read/mails.js";
import { writeMail } from "../../wire/mail.js";
import type { Handler } from "../context.js";
import { type ListRequest, NUMBER_POSITION, readPage, writePage } from "../paging.js";
import { one, type Query } from "../query.js";
import { Problems } from "../refusal.js";

/** Mails of every merchant: the sandbox is one deployment for testing. */
export const listMails: Handler<"sandboxListMails"> = async ({ principal, query }, { db, publicUrl }) => {
  const problems = new Problems();
  const to = readAddress(query, problems);
  const list: ListRequest = {
    path: "/test_helpers/mailbox",
    account: principal.account,
    filters: { to },
    position: NUMBER_POSITION,
  };
  const page = readPage(query, list, problems);
  problems.throwIfAny();
  return {
    body: writePage(await findMails(db, to, page), {
      list,
      limit: page.limit,
      publicUrl: publicUrl(),
      write: (row) => mailOf(row, publicUrl()),
      positionOf: ({ id }) => id,
    }),
  };
};

const mailOf = (row: MailRow, publicUrl: string): string =>
  writeMail({ to: row.recipient, created: row.created, ...writeWords(showLetter(row, publicUrl)) });

/** An empty address is refused, for it would list nothing, or everything. */
function readAddress(query: Query, problems: Problems): string | null {
  const text = one(query, "to", problems);
  if (text === null) return null;
  if (text !== "" && [...text].length <= LIMITS.emailLength) return readEmail(text) ?? text;
  problems.add("to", `Takes an email address of at most ${LIMITS.emailLength} characters.`);
  return null;
}
