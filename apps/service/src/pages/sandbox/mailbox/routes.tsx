/**
 * The sandbox's mailbox, for whoever tries the service out: what buyers and sellers are written, codes included. It asks
 * nobody who they are, which is why live mode has no such pages.
 *
 * A mail is shown from its blocks, in our own style. Its HTML as it is sent is a document of its own: it keeps the inline
 * styles that mail clients need, and a policy of its own takes everything else from it, scripts and forms first.
 */
import { LIMITS } from "@holdfast/contract";
import type { FastifyInstance, FastifyReply } from "fastify";
import { writeMail } from "../../../mails/letter.js";
import { showLetter } from "../../../mails/render.js";
import type { Database } from "../../../platform/database.js";
import { findMail, listMails, type MailRow } from "../../../store/read/mails.js";
import type { PageRequest } from "../../../store/read/page.js";
import { HTML_TYPE, renderPage } from "../../kit/document.js";
import { PageRefusal } from "../../kit/refusal.js";
import type { Site } from "../../kit/site.js";
import { MAILBOX_PATH } from "./links.js";
import { MailboxPage, MailPage, type ShownMail } from "./page.js";

type MailboxServices = { readonly db: Pick<Database, "read">; readonly publicUrl: () => string };

/** As many as a screen holds. */
const PAGE_SIZE = 25;
const NUMBER = /^[1-9]\d{0,17}$/;
const PAGE = { config: { page: true } } as const;

/** Links of a mail open beside it; nothing else leads out, and nothing runs. */
const MAIL_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "sandbox allow-popups allow-popups-to-escape-sandbox",
].join("; ");

type List = { readonly Querystring: Readonly<Record<string, unknown>> };
type One = { readonly Params: { readonly id: string } };

export function registerMailbox(app: FastifyInstance, { db, publicUrl }: MailboxServices, site: Site): void {
  if (!site.isSandbox) return;
  const shown = (row: MailRow): ShownMail => ({
    id: row.id,
    recipient: row.recipient,
    template: row.template,
    created: Number(row.created),
    letter: showLetter(row, publicUrl()),
  });

  async function find(id: string): Promise<ShownMail> {
    const row = NUMBER.test(id) ? await findMail(db, id) : null;
    if (row === null) throw new PageRefusal("not_found");
    return shown(row);
  }

  app.get<List>(MAILBOX_PATH, PAGE, async ({ query }, reply) => {
    const to = addressIn(query["to"]);
    const page = await listMails(db, to, pageIn(query));
    const mails = page.rows.map(shown);
    return answer(reply).send(renderPage(<MailboxPage site={site} to={to} page={{ ...page, rows: mails }} />));
  });

  app.get<One>(`${MAILBOX_PATH}/:id`, PAGE, async ({ params }, reply) => {
    const mail = await find(params.id);
    return answer(reply).send(renderPage(<MailPage site={site} mail={mail} publicUrl={publicUrl()} />));
  });

  app.get<One>(`${MAILBOX_PATH}/:id/html`, PAGE, async ({ params }, reply) => {
    const { letter } = await find(params.id);
    return answer(reply).header("Content-Security-Policy", MAIL_POLICY).send(writeMail(letter).html);
  });
}

const answer = (reply: FastifyReply): FastifyReply => reply.header("Cache-Control", "no-store").type(HTML_TYPE);

/** Null for all addresses. One that is too long is nobody's: cut, it finds nothing. */
function addressIn(given: unknown): string | null {
  const text = typeof given === "string" ? given.replaceAll("\0", "").trim() : "";
  return text === "" ? null : text.slice(0, LIMITS.emailLength);
}

/** A position that is none is the beginning. */
function pageIn(query: List["Querystring"]): PageRequest {
  const at = (name: string): string | null => {
    const value = query[name];
    return typeof value === "string" && NUMBER.test(value) ? value : null;
  };
  const older = at("before");
  const newer = at("after");
  if (older !== null) return { limit: PAGE_SIZE, from: { position: older, direction: "older" } };
  if (newer !== null) return { limit: PAGE_SIZE, from: { position: newer, direction: "newer" } };
  return { limit: PAGE_SIZE, from: null };
}
