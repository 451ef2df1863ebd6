import type { Logo } from "../../../domain/logo.js";
import type { Letter } from "../../../mails/letter.js";
import { showLetter } from "../../../mails/render.js";
import type { CurrentReads, Queryable } from "../../../platform/database.js";
import { findLogo } from "../../../store/read/brand.js";
import { findMail, listMails, type MailRow } from "../../../store/read/mails.js";
import type { Page, PageRequest } from "../../../store/read/page.js";
import { operatorIdentity } from "../../../words/operator-names.js";
import { PageRefusal } from "../../kit/refusal.js";
import type { ShownMail } from "./view.js";

export type MailboxServices = { readonly db: CurrentReads & Queryable; readonly publicUrl: () => string };

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

/** The pictures that travel with a mail, as addresses that have them in them; of none an empty one. */
export async function loadPictures({ sender }: Letter, { db }: MailboxServices): Promise<Record<Whose, string>> {
  const logo = sender?.logo == null ? null : await findLogo(db, sender.logo.sellerCode, sender.logo.hash);
  return { seller: dataOf(logo), operator: dataOf(operatorIdentity().logo) };
}

type Whose = "seller" | "operator";

const dataOf = (logo: Pick<Logo, "type" | "content"> | null): string =>
  logo === null ? "data:," : `data:${logo.type};base64,${Buffer.from(logo.content).toString("base64")}`;
