/**
 * An HTTP/1.1 client that sends exactly the bytes it is given, many requests ahead of their answers, and reads answers
 * strictly: what a server says about the end of an answer and of a connection has to be true.
 */
import { connect, type Socket } from "node:net";

export type Got = { readonly status: number; readonly headers: ReadonlyMap<string, string>; readonly text: string };

/** The bytes of a request; the length of the body is added unless the headers speak of it. */
export function requestBytes(
  method: string,
  target: string,
  headers: readonly (readonly [string, string])[],
  body: string | Uint8Array | null,
): Buffer {
  const lines = [`${method} ${target} HTTP/1.1`, ...headers.map(([name, value]) => `${name}: ${value}`)];
  const bytes = Buffer.from(body ?? "");
  if (body !== null && !headers.some(([name]) => name === "Transfer-Encoding"))
    lines.push(`Content-Length: ${bytes.length}`);
  // Header values are bytes: those above 0x7f stand for themselves.
  return Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1"), bytes]);
}

type Waiting = {
  readonly bytes: Buffer;
  readonly resolve: (got: Got) => void;
  readonly reject: (error: Error) => void;
};

export type Wire = {
  /** Sends a request behind those that are under way. */
  send(bytes: Buffer): Promise<Got>;
  close(): void;
};

/** A connection that is opened again when, and only when, the server announced its end; what it left unanswered is resent. */
export function openWire(port: number): Wire {
  let socket: Socket | null = null;
  let received: Buffer[] = [];
  let waiting: Waiting[] = [];
  let ending = false;

  const open = (): Socket => {
    const opened = connect({ port, host: "127.0.0.1", noDelay: true });
    let failure = "";
    received = [];
    ending = false;
    opened.on("data", (chunk) => {
      received.push(chunk);
      readAnswers(opened);
    });
    opened.on("error", (error) => {
      failure = `: ${error.message}`;
    });
    opened.on("close", () => {
      if (socket !== opened) return;
      socket = null;
      if (ending) resend();
      else for (const { reject } of waiting.splice(0)) reject(new Error(`the connection was dropped${failure}`));
    });
    return opened;
  };

  const resend = (): void => {
    if (waiting.length === 0) return;
    socket = open();
    for (const { bytes } of waiting) socket.write(bytes);
  };

  const readAnswers = (from: Socket): void => {
    while (waiting.length > 0 && !ending) {
      const all = received.length === 1 ? (received[0] as Buffer) : Buffer.concat(received);
      const answer = readAnswer(all);
      received = [answer === null ? all : all.subarray(answer.length)];
      if (answer === null) return;
      if (answer.got.headers.get("connection") === "close") {
        ending = true;
        from.end();
      }
      (waiting.shift() as Waiting).resolve(answer.got);
    }
  };

  return {
    send: (bytes) =>
      new Promise((resolve, reject) => {
        waiting.push({ bytes, resolve, reject });
        if (ending) return; // resent once the old connection is closed
        socket ??= open();
        socket.write(bytes);
      }),
    close: () => {
      waiting = [];
      ending = true;
      socket?.destroy();
    },
  };
}

/** The first whole answer in the bytes, and how many of them it takes; null while it is not whole. */
export function readAnswer(bytes: Buffer): { readonly got: Got; readonly length: number } | null {
  const end = bytes.indexOf("\r\n\r\n");
  if (end === -1) return null;
  const [first = "", ...lines] = bytes.toString("latin1", 0, end).split("\r\n");
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1] ?? Number.NaN);
  if (Number.isNaN(status)) throw new Error(`not an answer: ${JSON.stringify(first.slice(0, 200))}`);
  const headers = new Map(
    lines.map((line) => {
      const at = line.indexOf(":");
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()] as const;
    }),
  );
  if (status === 100) {
    const answer = readAnswer(bytes.subarray(end + 4));
    return answer === null ? null : { got: answer.got, length: end + 4 + answer.length };
  }
  const size = headers.get("content-length");
  if (size === undefined) throw new Error(`an answer without a length: ${bytes.toString("latin1", 0, end)}`);
  const length = end + 4 + Number(size);
  if (bytes.length < length) return null;
  return { got: { status, headers, text: bytes.toString("utf8", end + 4, length) }, length };
}
