/** A mail in the mailbox (operating contract, "Sandbox helpers"). */
import { text } from "./json.js";

export type MailView = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly created: string;
};

export function writeMail(mail: MailView): string {
  return `{"to":${text(mail.to)},"subject":${text(mail.subject)},"text":${text(mail.text)},"html":${text(mail.html)},"created":${mail.created}}`;
}
