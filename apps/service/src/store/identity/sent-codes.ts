/**
 * Codes that were sent by mail to one browser, as rows of `sign_in_challenges` and `seller_challenges` have them: the last one, and the
 * one before for as long as it is young, since mails are late and overtake each other. Both share the tries of the row. Parts of
 * statements.
 */

/** The hashes of the codes of a row that may be entered. */
export const GOOD_CODES =
  "array_remove(array[code_hash, case when before_expires_at > clock_timestamp() then before_hash end], null)";

/** What erases the codes of a row where its mails bear them. */
export const MAIL_IDS = "mail_id, before_mail_id";

/** @param from rows with {@link MAIL_IDS}. */
export const eraseCodes = (from: string): string => `
        update mails set params = params - 'code'
        from (select unnest(array[mail_id, before_mail_id]) as id from ${from}) as gone where mails.id = gone.id`;

/**
 * The row that a code is sent again for, locked, with the mail whose code it ends. What is inserted has to read it, lest the row is
 * another one by then.
 */
export const lockKept = (table: "sign_in_challenges" | "seller_challenges", browserHash: string): string => `
        select null::bigint as mail_id, before_mail_id from ${table} where browser_hash = ${browserHash} for update`;

/** How an `insert … as c` of another code takes the place of the last. @param more what changes besides. */
export const sentAgain = (...more: readonly string[]): string => `
      on conflict (browser_hash) do update set
        before_hash = c.code_hash, before_expires_at = c.expires_at,
        ${["code_hash", "expires_at", ...more].map((name) => `${name} = excluded.${name}`).join(", ")}`;

/** The same where the row has the mail. */
export const sentAgainByMail = (...more: readonly string[]): string =>
  `${sentAgain("mail_id", ...more)}, before_mail_id = c.mail_id`;
