/** The mailbox of the sandbox: mails as the outbox keeps them, sent or about to be. */
import type { CurrentReads } from "../../platform/database.js";
import { type Page, type PageRequest, pageOf } from "./page.js";

/** A mail as the outbox keeps it. */
export type MailRow = {
  readonly id: string;
  readonly recipient: string;
  readonly template: string;
  readonly params: unknown;
  /** Seconds of the service's clock. */
  readonly created: string;
  /** The recipient's time zone; null where it isn't known. */
  readonly zone: string | null;
};

/** Text of SQL: what a mail is made of. Two look-ups by key, of people who sell and buy. */
export const mailColumns = (
  mail: string,
): string => `${mail}.id, ${mail}.recipient, ${mail}.template, ${mail}.params, ${mail}.created,
      coalesce((select zone from sellers where email = lower(${mail}.recipient)),
        (select zone from buyers where email = lower(${mail}.recipient))) as zone`;

/** Mails to an address, upper and lower case alike, or all of the deployment for null; newest first. */
export async function listMails(db: CurrentReads, recipient: string | null, page: PageRequest): Promise<Page<MailRow>> {
  const listing = {
    select: mailColumns("mails"),
    from: "mails",
    key: "id",
    keyType: "bigint",
    page,
  } as const;
  if (recipient === null) {
    return pageOf<MailRow>(db, { ...listing, name: "list mails", filters: [{ sql: "id > $", value: 0 }] });
  }
  const value = await lowered(db, recipient);
  // Walks the index mails_recipient.
  const filters = [{ sql: "lower(recipient) = $", value }];
  return pageOf<MailRow>(db, { ...listing, name: "list mails to", filters });
}

/** One mail; null when there is none of that number. @param id a positive whole number below 10^18, as text. */
export async function findMail(db: CurrentReads, id: string): Promise<MailRow | null> {
  const rows = await db.read<MailRow>({
    name: "find mail",
    text: `select ${mailColumns("mails")} from mails where id = $1`,
    values: [id],
  });
  return rows[0] ?? null;
}

/** The code in the newest mail of a template to an address; null where there is none, or it was used, replaced or has run out. */
export async function findCodeTo(
  db: CurrentReads,
  recipient: string,
  template: "sign_in_code" | "seller_code",
): Promise<string | null> {
  const rows = await db.read<{ code: string | null }>({
    name: "find code to",
    text: `select params->>'code' as code from mails
      where lower(recipient) = lower($1) and template = $2 order by id desc limit 1`,
    values: [recipient, template],
  });
  return rows[0]?.code ?? null;
}

/** As the index has it: which letters have a lower case is for the database's locale to say. */
async function lowered(db: CurrentReads, text: string): Promise<string> {
  const rows = await db.read<{ lowered: string }>({
    name: "lower text",
    text: "select lower($1::text) as lowered",
    values: [text],
  });
  return rows[0]?.lowered ?? text;
}
