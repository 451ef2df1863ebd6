/**
 * The sandbox's mailbox, for trying the service out: the mails to buyers and sellers, codes included. Everyone can read it
 * without signing in, which is why live mode has no such pages.
 *
 * A mail is shown from its blocks, in our own style. Its HTML as it is sent is a document of its own: it keeps the inline
 * styles that mail clients need, and a policy of its own takes everything else from it, scripts and forms first.
 */
import { LIMITS } from "@holdfast/contract";
import { readEmail } from "../../../domain/email.js";
import { writeMail } from "../../../mails/letter.js";
import type { PageRequest } from "../../../store/read/page.js";
import type { Asked } from "../../kit/answer.js";
import { HTML_TYPE } from "../../kit/document.js";
import type { Handler } from "../../kit/route.js";
import type { Site } from "../../kit/site.js";
import { loadMail, loadMails, loadPictures, type MailboxServices, NUMBER } from "./load.js";
import { MailboxPage, MailPage } from "./view.js";

type MailboxHandler = Handler<{ readonly site: Site }, MailboxServices>;

/** As many as a screen holds. */
const PAGE_SIZE = 25;

/** Links of a mail open beside it; nothing else leads out, and nothing runs. */
const MAIL_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "sandbox allow-popups allow-popups-to-escape-sandbox",
].join("; ");

/** All mails, or those to one address, newest first. */
export const showMailbox: MailboxHandler = async ({ site }, { query, reply }, services) => {
  const to = addressIn(query);
  const page = await loadMails({ to, page: pageIn(query) }, services);
  reply.header("Cache-Control", "no-store");
  return <MailboxPage site={site} to={to} page={page} />;
};

export const showMail: MailboxHandler = async ({ site }, { params, reply }, services) => {
  const mail = await loadMail(params["id"] ?? "", services);
  reply.header("Cache-Control", "no-store");
  return <MailPage site={site} mail={mail} publicUrl={services.publicUrl()} />;
};

/** A mail's HTML as it is sent; the pictures that travel with it are in it. */
export const showMailHtml: MailboxHandler = async (_reader, { params, reply }, services) => {
  const { letter } = await loadMail(params["id"] ?? "", services);
  const pictures = await loadPictures(letter, services);
  return reply
    .headers({ "Cache-Control": "no-store", "Content-Security-Policy": MAIL_POLICY })
    .type(HTML_TYPE)
    .send(writeMail(letter, pictures).html);
};

/** Null for all addresses. One that is too long is nobody's: cut, it finds nothing. */
function addressIn({ to = "" }: Asked["query"]): string | null {
  const text = to.trim();
  return text === "" ? null : (readEmail(text) ?? text.slice(0, LIMITS.emailLength));
}

/** A position that is none is the beginning. */
function pageIn({ before = "", after = "" }: Asked["query"]): PageRequest {
  if (NUMBER.test(before)) return { limit: PAGE_SIZE, from: { position: before, direction: "older" } };
  if (NUMBER.test(after)) return { limit: PAGE_SIZE, from: { position: after, direction: "newer" } };
  return { limit: PAGE_SIZE, from: null };
}
