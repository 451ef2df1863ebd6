import type { AccountId } from "../domain/ids.js";
import type { Cents } from "../domain/money.js";
import { writeParams } from "../mails/params.js";
import type { Queryable } from "../platform/database.js";
import { readClock } from "../store/read/clock.js";
import { insertMails } from "../store/write/mails.js";

/** The outbox gets a mail with a payment link, in the language of its reader. */
export async function sendPaymentLink(
  db: Queryable,
  account: AccountId,
  mail: {
    readonly recipient: string;
    readonly title: string;
    /** What the buyer pays. */
    readonly total: Cents;
    /** Path of the page below the public origin. */
    readonly path: string;
    /** The seller's own domain, where its buyers pay there. */
    readonly domain: string | null;
    /** For somebody who never signed in. */
    readonly locale: string;
  },
): Promise<void> {
  const { recipient, ...params } = mail;
  const { now } = await readClock(db);
  await db.query(
    insertMails([
      { account, recipient, template: "payment_link", params: writeParams(params), created: now, stop: null },
    ]),
  );
}
