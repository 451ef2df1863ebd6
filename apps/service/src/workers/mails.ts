/**
 * Sends the mails of the outbox. Any number of processes may run it: a mail is claimed for a minute, sent without a
 * transaction, and marked. A worker that dies in between leaves it to be sent again, under the same Message-ID.
 *
 * Without a mail server, in the sandbox, mails are marked sent and lie in the mailbox.
 * Stopping lets what is being sent end, within bounds.
 */
import { renderMail } from "../mails/render.js";
import type { Database } from "../platform/database.js";
import { sha256 } from "../platform/hash.js";
import type { Log } from "../platform/log.js";
import type { Metrics } from "../platform/metrics.js";
import { claimMails, type DueMail, keepDueMails, markMailFailed, markMailSent } from "../store/queue/mails.js";
import { operatorIdentity } from "../words/operator-names.js";
import { logoFor, operatorLogoFor, receiptFor } from "./enclosures.js";
import { domainOf, NotAnAddress, nameOf, openPost, type Post } from "./smtp.js";
import { startTicker, TICK_MS, type Ticker } from "./ticker.js";
import { startWindow } from "./window.js";

/** Mails on their way at a time, each on a connection of its own. */
const WIDTH = 10;
/** Of mails that nobody has to send: one statement marks them all. */
const KEEP_BATCH = 500;
/** From claim to end: what is not sent by then is tried again. Shorter than the lease, so no two workers send it at once. */
const SEND_WITHIN_MS = 45_000;
const STOP_WITHIN_MS = 5_000;

/** Wait after failed try n, which counts from 1: a mail server may be away for a day. After the seventh the mail is given up. */
export const MAIL_RETRY_SECONDS = [60, 300, 1_800, 7_200, 43_200, 43_200] as const;
const TRIES_MAX = MAIL_RETRY_SECONDS.length + 1;

export type Mails = Pick<Ticker, "poke"> & {
  /** Resolves when nothing is under way any more. */
  stop(): Promise<void>;
};

type Means = {
  readonly db: Pick<Database, "query">;
  readonly config: { readonly smtpUrl: URL | null; readonly mailFrom: string; readonly mode: "sandbox" | "live" };
  readonly log: Log;
  readonly metrics?: Pick<Metrics, "countMail">;
  /** The origin that links in mails start with, without a slash at its end. */
  readonly publicUrl: string;
  readonly tickMs?: number | undefined;
  /** What a stop leaves to mails that are being sent, in milliseconds. */
  readonly stopWithinMs?: number;
};

export function startMails(means: Means): Mails {
  const { db, config, log, tickMs = TICK_MS, stopWithinMs = STOP_WITHIN_MS } = means;
  const halt = new AbortController();
  const failed = (error: unknown): void => log.warn({ err: error }, "mails failed, and will try again");
  const post = config.smtpUrl === null ? null : openPost(config.smtpUrl, { ...config, connections: WIDTH });
  const looking =
    post === null
      ? startTicker(tickMs, async () => {
          try {
            return (await keepDueMails(db, KEEP_BATCH)) === KEEP_BATCH;
          } catch (error) {
            failed(error);
            return false;
          }
        })
      : startWindow(tickMs, {
          job: "mail",
          width: WIDTH,
          claim: (limit) => claimMails(db, limit),
          work: (mail) => deliver(mail, means, (outgoing) => post.send(outgoing, within(halt.signal))),
          failed,
        });

  async function stop(): Promise<void> {
    const cut = setTimeout(() => halt.abort(), stopWithinMs);
    await looking.stop();
    clearTimeout(cut);
    post?.close();
  }
  let stopping: Promise<void> | null = null;
  return { poke: looking.poke, stop: () => (stopping ??= stop()) };
}

const within = (halt: AbortSignal): AbortSignal => AbortSignal.any([halt, AbortSignal.timeout(SEND_WITHIN_MS)]);

/** Never rejects: a mail that can't be marked comes due again when its lease ends. */
async function deliver(mail: DueMail, means: Means, send: SendMail): Promise<void> {
  const { db, log, metrics } = means;
  const about = { mail: mail.id, template: mail.template, try: mail.tries };
  try {
    const failure = await attempt(mail, means, send);
    if (failure === null) {
      await markMailSent(db, mail);
      metrics?.countMail("sent");
      log.info(about, "mail sent");
      return;
    }
    const retryAfterSeconds = failure.isFinal ? null : (MAIL_RETRY_SECONDS[mail.tries - 1] ?? null);
    await markMailFailed(db, mail, { error: failure.error, retryAfterSeconds });
    metrics?.countMail(retryAfterSeconds === null ? "given_up" : "failed");
    log.warn({ ...about, error: failure.error, retryAfterSeconds }, "mail not sent");
  } catch (error) {
    log.warn({ ...about, err: error }, "mail not marked, and will be sent again");
  }
}

type SendMail = (outgoing: Parameters<Post["send"]>[0]) => Promise<void>;
type Failure = { readonly error: string; readonly isFinal: boolean };

/** Null when it was sent. */
async function attempt(mail: DueMail, { db, log, config, publicUrl }: Means, send: SendMail): Promise<Failure | null> {
  // Claimed more often than there are tries: those who had it never came to say so.
  if (mail.tries > TRIES_MAX) return { error: "every try ended without a word", isFinal: true };
  try {
    const { logo, operatorLogo, via, ...words } = renderMail(mail, publicUrl);
    const enclosures = [
      ...(await logoFor(logo, { db })),
      ...operatorLogoFor(operatorLogo),
      ...(await receiptFor(mail, { db, log, isSandbox: config.mode === "sandbox" })),
    ];
    await send({
      messageId: messageIdOf(mail, domainOf(config.mailFrom)),
      from: via ?? ownName(config.mailFrom),
      to: mail.recipient,
      ...words,
      enclosures,
    });
    return null;
  } catch (error) {
    return { error: described(error), isFinal: error instanceof NotAnAddress };
  }
}

/** Who runs the service, as its mails name it: as it was set for them, as the address they come from has it, else by its name. */
const ownName = (mailFrom: string): string => {
  const { mailName, name } = operatorIdentity();
  return mailName || nameOf(mailFrom) || name;
};

/** The same on every try, and another in every deployment: numbers of mails begin at 1 in each of them. */
function messageIdOf(mail: Pick<DueMail, "id" | "recipient" | "template" | "params" | "created">, domain: string) {
  const { id, recipient, template, params, created } = mail;
  const hash = sha256(JSON.stringify([id, recipient, template, params, created])).toString("hex");
  return `<${id}.${hash.slice(0, 24)}@${domain}>`;
}

/** What a mail server says is kept as one short line; it may say anything. */
const described = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replaceAll(/\p{Cc}+/gu, " ").slice(0, 500);
