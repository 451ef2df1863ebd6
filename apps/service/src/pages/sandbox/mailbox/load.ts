import { showLetter } from "../../../mails/render.js";
import type { Database } from "../../../platform/database.js";
import { findMail, listMails, type MailRow } from "../../../store/read/mails.js";
import type { Page, PageRequest } from "../../../store/read/page.js";
import { PageRefusal } from "../../kit/refusal.js";
import type { ShownMail } from "./view.js";

export type MailboxServices = { readonly db: Pick<Database, "read">; readonly publicUrl: () => string };

/** What a number of a mail, and a position in the list, looks like. */
export const NUMBER = /^[1-9]\d{0,17}$/;

/** @param to null for the mails of all addresses. */
export async function loadMails(
  { to, page }: { readonly to: string | null; readonly page: PageRequest },
  services: MailboxServices,
): Promise<Page<ShownMail>> {
  const found = await listMails(services.db, to, page);
  return { ...found, rows: found.rows.map((row) => shown(row, services)) };
}

/** @throws PageRefusal not_found */
export async function loadMail(id: string, services: MailboxServices): Promise<ShownMail> {
  const row = NUMBER.test(id) ? await findMail(services.db, id) : null;
  if (row === null) throw new PageRefusal("not_found");
  return shown(row, services);
}

const shown = (row: MailRow, { publicUrl }: MailboxServices): ShownMail => ({
  id: row.id,
  recipient: row.recipient,
  template: row.template,
  created: Number(row.created),
  letter: showLetter(row, publicUrl()),
});
