/**
 * The outbox of mails. A mail is claimed by moving its next try a lease ahead, so one whose worker died simply comes due
 * again; claims skip what others hold, so any number of workers may ask. No transaction is open while a mail is sent.
 */
import type { Queryable } from "../../platform/database.js";
import { type MailRow, mailColumns } from "../read/mails.js";

/** A mail that is ours until the lease ends, a minute after the claim. */
export type DueMail = MailRow & {
  /** Which try this is, from 1. */
  readonly tries: number;
};

// Leans on the index mails_due, which holds only what is left.
const DUE = `with due as (
        select id from mails
        where next_try_at <= clock_timestamp()
        order by next_try_at, id
        limit $1
        for update skip locked
      )`;

/** The mails that have been due longest, at most `limit`. */
export function claimMails(db: Queryable, limit: number): Promise<readonly DueMail[]> {
  return db.query<DueMail>({
    name: "claim mails",
    text: `
      ${DUE}
      update mails m set next_try_at = clock_timestamp() + interval '1 minute', tries = m.tries + 1
      from due where m.id = due.id
      returning ${mailColumns("m")}, m.tries`,
    values: [limit],
  });
}

/** The mail was sent, and needs no further try; called even when the lease has ended meanwhile. */
export async function markMailSent(db: Queryable, { id }: Pick<DueMail, "id">): Promise<void> {
  await db.query({
    name: "mark mail sent",
    text: `
      update mails set sent_at = service_now(), next_try_at = null, error = null
      where id = $1 and sent_at is null`,
    values: [id],
  });
}

/**
 * Keeps why the try failed, and when the next one is: null gives the mail up. Says nothing when somebody else has
 * claimed or sent the mail since.
 */
export async function markMailFailed(
  db: Queryable,
  { id, tries }: Pick<DueMail, "id" | "tries">,
  { error, retryAfterSeconds }: { error: string; retryAfterSeconds: number | null },
): Promise<void> {
  await db.query({
    name: "mark mail failed",
    text: `
      update mails set next_try_at = clock_timestamp() + make_interval(secs => $3::double precision), error = $4
      where id = $1 and tries = $2 and next_try_at is not null`,
    values: [id, tries, retryAfterSeconds, error],
  });
}

/** Without a mail server mails are for the mailbox alone: marks at most `limit` due ones sent and tells how many. */
export async function keepDueMails(db: Queryable, limit: number): Promise<number> {
  const rows = await db.query({
    name: "keep due mails",
    text: `
      ${DUE}
      update mails m set sent_at = service_now(), next_try_at = null, error = null
      from due where m.id = due.id
      returning 1`,
    values: [limit],
  });
  return rows.length;
}
