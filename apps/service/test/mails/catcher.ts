/** A real mail server on loopback that keeps what it is sent, and refuses or hesitates when told to. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

type Caught = {
  readonly from: string;
  readonly to: readonly string[];
  /** As it travelled: head and body. */
  readonly raw: string;
  /** A field of the head, unfolded; empty when it is not there. */
  readonly field: (name: string) => string;
};

/** Called with each whole mail before it is acknowledged; what it throws is the refusal. */
export type Judge = (mail: Caught) => void | Promise<void>;

export type Catcher = {
  readonly url: URL;
  /** Every mail that came whole, acknowledged or not. */
  readonly mails: readonly Caught[];
  /** Mails that are being sent at this moment, and the most there ever were. */
  readonly peak: () => number;
  close(): Promise<void>;
};

/** A refusal with an SMTP code. */
export const refusal = (responseCode: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode });

export async function openCatcher(judge: Judge = () => undefined, options: SMTPServerOptions = {}): Promise<Catcher> {
  const mails: Caught[] = [];
  let current = 0;
  let peak = 0;
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    logger: false,
    onData: (stream, session, callback) => {
      const chunks: Buffer[] = [];
      current += 1;
      peak = Math.max(peak, current);
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const { mailFrom, rcptTo } = session.envelope;
        const from = mailFrom === false ? "" : mailFrom.address;
        const mail = caught(
          from,
          rcptTo.map(({ address }) => address),
          Buffer.concat(chunks).toString("utf8"),
        );
        mails.push(mail);
        const done = (error?: Error): void => {
          current -= 1;
          callback(error ?? null);
        };
        Promise.resolve()
          .then(() => judge(mail))
          .then(
            () => done(),
            (error: unknown) => done(error as Error),
          );
      });
    },
    ...options,
  });
  // A client that hangs up in the middle is what some tests are about.
  server.on("error", () => undefined);
  const listening = server.listen(0, "127.0.0.1");
  await once(listening, "listening");
  const { port } = listening.address() as AddressInfo;
  return {
    url: new URL(`smtp://127.0.0.1:${port}`),
    mails,
    peak: () => peak,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function caught(from: string, to: readonly string[], raw: string): Caught {
  const head = (raw.split("\r\n\r\n", 1)[0] ?? "").replaceAll(/\r\n[ \t]+/g, " ");
  const field = (name: string): string =>
    head
      .split("\r\n")
      .find((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`))
      ?.slice(name.length + 1)
      .trim() ?? "";
  return { from, to, raw, field };
}
