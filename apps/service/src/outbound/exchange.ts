/**
 * One request and its answer on one connection: the head in time, then as much of the body as a log can use.
 *
 * Modes: waiting (for the last header), reading (the body), over. `cutOff` and the limits here lead to over from anywhere.
 * Everything is taken as it comes off the wire: nothing is decompressed, nothing is followed, and little is held: what one
 * read of the socket brings, what the meter lets through, and the excerpt of 16 KiB.
 */
import type { Dispatcher } from "undici";
import type { Connection } from "./connections.js";
import { CutOff } from "./failures.js";

type Outgoing = {
  readonly method: "GET" | "POST" | "PUT";
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | null;
};

/** By their names in lower case; a list for what came several times. */
export type Headers = Readonly<Record<string, string | string[] | undefined>>;

export type Reply =
  /** `isComplete`: read to its end, so the connection may carry another. */
  | {
      readonly kind: "answered";
      readonly status: number;
      readonly headers: Headers;
      readonly body: string;
      readonly isComplete: boolean;
    }
  /** `wasSent`: there was a connection to send on. `wasHeard`: something of an answer had come. */
  | { readonly kind: "broken"; readonly error: Error; readonly wasSent: boolean; readonly wasHeard: boolean };

export type ExchangeLimits = {
  readonly bodyBytes: number;
  /** From the last header on. */
  readonly bodyMs: number;
};

export type Exchange = {
  readonly reply: Promise<Reply>;
  /** Ends it now: broken while it waits, answered with what has come once the head is there. */
  cutOff(error: CutOff): void;
};

export type ExchangeOptions = {
  readonly request: Outgoing;
  readonly limits: ExchangeLimits;
  /** The last header has come. */
  readonly onHead: () => void;
};

export function startExchange(connection: Connection, { request, limits, onHead }: ExchangeOptions): Exchange {
  const handler = new AnswerReader(connection, limits, onHead);
  connection.progress();
  connection.client.dispatch(request, handler);
  return { reply: handler.reply, cutOff: (error) => handler.cutOff(error) };
}

class AnswerReader implements Dispatcher.DispatchHandler {
  readonly reply: Promise<Reply>;
  readonly #resolve: (reply: Reply) => void;
  readonly #connection: Connection;
  readonly #limits: ExchangeLimits;
  readonly #onHead: () => void;
  readonly #excerpt: Excerpt;
  #isOver = false;
  #wasSent = false;
  #wasHeard = false;
  /** Null while it waits for the head. */
  #status: number | null = null;
  #headers: Headers = {};
  #bodyTimer: NodeJS.Timeout | undefined;

  constructor(connection: Connection, limits: ExchangeLimits, onHead: () => void) {
    const { promise, resolve } = Promise.withResolvers<Reply>();
    this.reply = promise;
    this.#resolve = resolve;
    this.#connection = connection;
    this.#limits = limits;
    this.#onHead = onHead;
    this.#excerpt = new Excerpt(limits.bodyBytes);
  }

  cutOff(error: Error): void {
    this.#end({ error, isComplete: false });
  }

  onRequestStart(): void {
    this.#wasSent = true;
  }

  onResponseStarted(): void {
    this.#wasHeard = true;
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: Headers): void {
    if (this.#isOver || status < 200) return;
    this.#status = status;
    this.#headers = headers;
    this.#connection.progress();
    this.#onHead();
    // Most bodies come with their head, and are over before this runs.
    queueMicrotask(() => this.#limitBody());
  }

  #limitBody(): void {
    if (this.#isOver) return;
    this.#bodyTimer = setTimeout(() => this.cutOff(new CutOff("The body took too long.")), this.#limits.bodyMs);
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#isOver) return;
    this.#connection.progress();
    if (!this.#excerpt.add(chunk)) this.cutOff(new CutOff("The body is too long."));
  }

  onResponseEnd(): void {
    this.#end({ error: null, isComplete: true });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#end({ error, isComplete: false });
  }

  #end({ error, isComplete }: { error: Error | null; isComplete: boolean }): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#bodyTimer);
    if (!isComplete) this.#connection.drop();
    this.#resolve(
      this.#status === null
        ? {
            kind: "broken",
            error: error ?? new CutOff("No answer came."),
            wasSent: this.#wasSent,
            wasHeard: this.#wasHeard,
          }
        : {
            kind: "answered",
            status: this.#status,
            headers: this.#headers,
            body: this.#excerpt.text(),
            isComplete,
          },
    );
  }
}

/** The first bytes of a body. A body of many small chunks takes no more room than one of a few large ones. */
class Excerpt {
  readonly #bytesMax: number;
  #bytes: Buffer = Buffer.alloc(0);
  #used = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** False once there was more than it takes. The chunk is copied: it is a window on memory that is used again. */
  add(chunk: Buffer): boolean {
    const room = Math.min(chunk.length, this.#bytesMax - this.#used);
    if (this.#used === 0) {
      this.#bytes = Buffer.from(chunk.subarray(0, room));
    } else {
      if (this.#bytes.length < this.#bytesMax) this.#bytes = Buffer.concat([this.#bytes], this.#bytesMax);
      chunk.copy(this.#bytes, this.#used, 0, room);
    }
    this.#used += room;
    return room === chunk.length;
  }

  /** As UTF-8, with replacement characters for what is not, and for NUL, which no PostgreSQL text takes. */
  text(): string {
    return this.#bytes.toString("utf8", 0, this.#used).replaceAll("\0", "\uFFFD");
  }
}
