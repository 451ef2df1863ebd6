/** The way to the mail server: one pool of connections, every step bounded in time, addresses as data and never as text. */
import { createTransport } from "nodemailer";
import { isLoopback } from "../platform/loopback.js";

/** What one send takes. `messageId` names the mail for good, so that a receiver can tell a repeat. */
type Outgoing = {
  readonly messageId: string;
  /** What stands before the address that mails come from. */
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly enclosures?: readonly Enclosure[];
};

/** What travels with a mail: a picture that its HTML shows by that id, or a file to keep, with null. */
export type Enclosure = {
  readonly name: string;
  readonly type: string;
  readonly content: Buffer;
  readonly id: string | null;
};

export type Post = {
  /**
   * Resolves once the mail server has taken the mail.
   * @throws NotAnAddress before anything is sent; otherwise what the mail server said, or that it said nothing in time.
   */
  send(mail: Outgoing, signal: AbortSignal): Promise<void>;
  close(): void;
};

/** The recipient can't be mailed, now or later. */
export class NotAnAddress extends Error {}

const CONNECT_WITHIN_MS = 10_000;
const GREETING_WITHIN_MS = 10_000;
/** Silence within a conversation. */
const SILENCE_MAX_MS = 15_000;

type Means = {
  /** `a@b.example` or `Name <a@b.example>`, as the configuration checks it. */
  readonly mailFrom: string;
  /** Live mails never travel in the clear, but to this machine. */
  readonly mode: "sandbox" | "live";
  /** Mails on their way at a time. */
  readonly connections: number;
};

export function openPost(smtpUrl: URL, { mailFrom, mode, connections }: Means): Post {
  const host = smtpUrl.hostname.replace(/^\[(.*)\]$/, "$1");
  const requireTLS = mode === "live" && !isLoopback(host);
  const { address } = sender(mailFrom);
  const user = decoded(smtpUrl.username);
  const transport = createTransport(
    {
      pool: true,
      host,
      ...(smtpUrl.port === "" ? {} : { port: Number(smtpUrl.port) }),
      requireTLS,
      secure: smtpUrl.protocol === "smtps:",
      // A password never travels in the clear, whatever the server offers.
      ...(user === "" ? {} : { auth: { user, pass: decoded(smtpUrl.password) }, requireTLS: true }),
      connectionTimeout: CONNECT_WITHIN_MS,
      dnsTimeout: CONNECT_WITHIN_MS,
      greetingTimeout: GREETING_WITHIN_MS,
      socketTimeout: SILENCE_MAX_MS,
      maxConnections: connections,
      // Only for a connection that was found dead before a byte of the mail was sent.
      maxRequeues: 1,
    },
    { disableFileAccess: true, disableUrlAccess: true },
  );
  return {
    send: async ({ messageId, from, to, subject, text, html, enclosures = [] }, signal) => {
      await transport.sendMail({
        from: { name: from, address },
        to: { name: "", address: checked(to) },
        subject,
        text,
        html,
        attachments: enclosures.map(({ name, type, content, id }) => ({
          filename: name,
          contentType: type,
          content,
          contentDisposition: id === null ? ("attachment" as const) : ("inline" as const),
          ...(id === null ? {} : { cid: id }),
        })),
        messageId,
        // No vacation notes, please (RFC 3834, section 5).
        headers: { "Auto-Submitted": "auto-generated" },
        signal,
      });
    },
    close: () => transport.close({ force: true }),
  };
}

/** The domain that mails come from. */
export const domainOf = (mailFrom: string): string => sender(mailFrom).address.replace(/^.*@/, "");

/** The name before it; "" for none. */
export const nameOf = (mailFrom: string): string => sender(mailFrom).name;

function sender(mailFrom: string): { name: string; address: string } {
  const match = /^([^<>]*)<([^<>]+)>$/.exec(mailFrom.trim());
  const name = (match?.[1] ?? "").trim().replace(/^"(.*)"$/, "$1");
  return { name, address: match?.[2] ?? mailFrom.trim() };
}

/** RFC 5321, sections 4.1.2 and 4.5.3.1, without quoted names: nothing in it can be read as a second address or a line. */
const ADDRESS = /^[^\s\p{Cc}<>()[\]\\,;:@"]{1,64}@[^\s\p{Cc}<>()\\,;:@"]{1,255}$/u;

/** @throws NotAnAddress */
function checked(address: string): string {
  if (address.length > 254 || !ADDRESS.test(address)) throw new NotAnAddress("the recipient is not an email address");
  return address;
}

/** A part of a URL as it is meant; one that is not percent-encoded is meant as it stands. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
