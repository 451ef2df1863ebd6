/**
 * A double of Stripe: an HTTP server on loopback with books in memory, on a clock that is given, with the faults of the real
 * one. It knows keys, versions, modes, Idempotency-Keys that are forgotten after a day, and signs its events.
 *
 * Every request and its answer is kept, and written to the folder that STRIPE_EXCHANGES names: `npm run judges` shows them to
 * Stripe's own mock and schemas.
 */
import { createHmac, randomUUID } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Books, type Clock, openBooks } from "./books.js";
import { Refusal } from "./refusal.js";
import { ROUTES } from "./routes.js";
import { failure, type Shape } from "./shapes.js";

const VERSION = "2026-08-26.dahlia";
const KEY_SECONDS = 86_400;

/**
 * `lost`: done, and the answer never comes. `dropped`: not done, and no answer. `slow`: done at once, answered after so many
 * milliseconds, or when something else has happened. `stored`: 500, not done, and kept under the key. `broken`: 500, not done, not kept. `cut`: done, and the answer
 * ends in its middle. `html`, `huge`, `nonsense`: done, and the answer is something else.
 */
type Fault = {
  readonly kind:
    | "down"
    | "lost"
    | "dropped"
    | "slow"
    | "stored"
    | "broken"
    | "busy"
    | "conflict"
    | "key"
    | "shut out"
    | "cut"
    | "html"
    | "huge"
    | "nonsense"
    | "mode";
  /** Requests that it meets; all without. */
  times?: number;
  /** Of these alone: such as `POST /refunds`. */
  readonly of?: RegExp;
  readonly afterMs?: number;
  readonly until?: Promise<unknown>;
};

type Exchange = {
  readonly method: string;
  /** With its query, below `/v1`. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly status: number;
  readonly answer: unknown;
};

export type StripeDouble = Books & {
  readonly origin: string;
  readonly key: string;
  readonly secret: string;
  readonly exchanges: readonly Exchange[];
  /** From now on; without any, no more. */
  fault(...faults: readonly Fault[]): void;
  /** As Stripe would send it, signed so many seconds ago. */
  signed(
    event: Shape,
    options?: { readonly ago?: number; readonly secret?: string },
  ): { readonly headers: Readonly<Record<string, string>>; readonly body: Buffer };
  close(): Promise<void>;
};

type Options = { readonly now: Clock; readonly isLive?: boolean };
type Stored = { readonly hash: string; readonly at: number; readonly status: number; readonly answer: unknown };

export async function openStripeDouble({ now, isLive = false }: Options): Promise<StripeDouble> {
  const books = openBooks({ now, isLive });
  const key = `rk_${isLive ? "live" : "test"}_${randomUUID().replaceAll("-", "")}`;
  const secret = `whsec_${randomUUID().replaceAll("-", "")}`;
  const keys = new Map<string, Stored>();
  const exchanges: Exchange[] = [];
  const record = recorder();
  let faults: Fault[] = [];
  let requests = 0;

  const take = (named: string): Fault | undefined => {
    const found = faults.find(({ of, times }) => (of === undefined || of.test(named)) && times !== 0);
    if (found?.times !== undefined) found.times -= 1;
    return found;
  };

  function perform(request: Read): { status: number; answer: unknown } {
    if (request.headers["authorization"] !== `Bearer ${key}`) return refused(401, { type: "invalid_request_error" });
    if (request.headers["stripe-version"] !== VERSION)
      return refused(400, { type: "invalid_request_error", param: "Stripe-Version" });
    for (const { method, path, answer } of ROUTES) {
      const match = method === request.method ? path.exec(request.path) : null;
      if (match === null) continue;
      try {
        books.live();
        const asked = {
          books,
          form: request.form,
          ids: match.slice(1),
          path: request.path,
          now: now(),
          accountId: "acct_00000001",
          of: request.headers["stripe-account"] ?? null,
        };
        return { status: 200, answer: structuredClone(answer(asked)) };
      } catch (error) {
        if (error instanceof Refusal) return refused(error.status, error.error);
        throw error;
      }
    }
    return refused(404, { type: "invalid_request_error" });
  }

  /** The same key brings the same answer for a day; of another request it is refused. */
  function keyed(request: Read, work: () => { status: number; answer: unknown }): Answered {
    const idempotency = request.headers["idempotency-key"];
    if (idempotency === undefined || request.method !== "POST") return work();
    const hash = `${request.path} ${request.body}`;
    const known = keys.get(idempotency);
    if (known !== undefined && now() - known.at < KEY_SECONDS) {
      if (known.hash !== hash) return refused(400, { type: "idempotency_error" });
      return { status: known.status, answer: known.answer, isReplayed: true };
    }
    const { status, answer } = work();
    // What fails before it is run, such as for a parameter, is not kept.
    const isRun =
      status !== 401 && status !== 404 && (answer as { error?: { param?: unknown } }).error?.param === undefined;
    if (isRun) keys.set(idempotency, { hash, at: now(), status, answer });
    return { status, answer };
  }

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await read(incoming);
    const named = `${request.method} ${request.path}`;
    const fault = take(named);
    if (fault?.kind === "down" || fault?.kind === "dropped") return void incoming.socket.destroy();
    const { status, answer, isReplayed = false } = answered(request, fault);
    const exchange = {
      method: request.method,
      path: request.target,
      headers: request.headers,
      body: request.body,
      status,
      answer,
    };
    exchanges.push(exchange);
    record(exchange);
    if (fault?.kind === "lost") return void incoming.socket.destroy();
    if (fault?.kind === "slow") await (fault.until ?? sleep(fault.afterMs ?? 0));
    const text = textOf(answer, fault);
    requests += 1;
    response.writeHead(fault?.kind === "html" ? 502 : status, {
      "content-type": fault?.kind === "html" ? "text/html" : "application/json",
      "content-length": Buffer.byteLength(text),
      "request-id": `req_${requests}`,
      ...(isReplayed ? { "idempotent-replayed": "true" } : {}),
      ...(fault?.kind === "busy" ? { "retry-after": "2" } : {}),
    });
    if (fault?.kind !== "cut") return void response.end(text);
    response.write(text.slice(0, text.length / 2), () => incoming.socket.destroy());
  }

  function answered(request: Read, fault: Fault | undefined): Answered {
    switch (fault?.kind) {
      case "key":
        return refused(401, { type: "invalid_request_error" });
      case "shut out":
        return refused(403, { type: "invalid_request_error", code: "account_invalid" });
      case "busy":
        return refused(429, { type: "invalid_request_error", code: "rate_limit" });
      case "conflict":
        return refused(409, { type: "idempotency_error", code: "idempotency_key_in_use" });
      case "broken":
        return refused(500, { type: "api_error" });
      case "stored":
        return keyed(request, () => refused(500, { type: "api_error" }));
      default:
        return keyed(request, () => perform(request));
    }
  }

  function textOf(answer: unknown, fault: Fault | undefined): string {
    if (fault?.kind === "html") return "<html><body>Bad gateway</body></html>";
    if (fault?.kind === "nonsense") return "null and void";
    if (fault?.kind === "huge") return JSON.stringify({ padding: "x".repeat(5_000_000) });
    const text = JSON.stringify(answer);
    return fault?.kind === "mode" ? text.replace(`"livemode":${isLive}`, `"livemode":${!isLive}`) : text;
  }

  const server = createServer((incoming, response) => {
    handle(incoming, response).catch((error: unknown) => response.destroy(error as Error));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    ...books,
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key,
    secret,
    exchanges,
    fault: (...next) => {
      faults = next.map((one) => ({ ...one }));
    },
    signed(event, { ago = 0, secret: by = secret } = {}) {
      const body = Buffer.from(JSON.stringify(event));
      // What a story bent is not what Stripe says.
      if (books.events.includes(event)) record({ event });
      const seconds = Math.floor(Date.now() / 1000) - ago;
      const mac = createHmac("sha256", by).update(`${seconds}.`).update(body).digest("hex");
      return { headers: { "stripe-signature": `t=${seconds},v1=${mac}`, "content-type": "application/json" }, body };
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

type Answered = { readonly status: number; readonly answer: unknown; readonly isReplayed?: boolean };
type Read = Pick<Exchange, "method" | "headers" | "body"> & {
  readonly path: string;
  readonly target: string;
  readonly form: Shape;
};

const refused = (status: number, error: Refusal["error"]): { status: number; answer: unknown } => ({
  status,
  answer: failure(error),
});

async function read(incoming: IncomingMessage): Promise<Read> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks).toString("utf8");
  const url = new URL(incoming.url ?? "/", "http://stripe.test");
  const target = `${url.pathname}${url.search}`.replace(/^\/v1/, "");
  const pairs = incoming.method === "GET" ? url.searchParams : new URLSearchParams(body);
  const isParts = (incoming.headers["content-type"] ?? "").startsWith("multipart/form-data");
  const headers = Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]));
  return {
    method: incoming.method ?? "",
    path: url.pathname.replace(/^\/v1/, ""),
    target,
    headers,
    body,
    form: isParts ? partsOf(body, incoming.headers["content-type"] ?? "") : nested(pairs),
  };
}

/** A form of several parts: its fields, and of the file its name and size. */
function partsOf(body: string, type: string): Shape {
  const boundary = type.split("boundary=")[1] ?? "";
  const form: Shape = {};
  for (const part of body.split(`--${boundary}`).slice(1, -1)) {
    const [head = "", ...rest] = part.split("\r\n\r\n");
    const content = rest.join("\r\n\r\n").replace(/\r\n$/, "");
    const name = /name="([^"]*)"/.exec(head)?.[1] ?? "";
    const filename = /filename="([^"]*)"/.exec(head)?.[1];
    form[name] = filename === undefined ? content : { filename, size: Buffer.byteLength(content) };
  }
  return form;
}

/** `a[0][b]=c` as `{ a: [{ b: "c" }] }`, the way Stripe reads it. */
function nested(pairs: URLSearchParams): Shape {
  const form: Shape = {};
  for (const [name, value] of pairs) {
    const [first = "", ...rest] = name.replaceAll("]", "").split("[");
    let at = form;
    let key = first;
    for (const next of rest) {
      at[key] ??= /^\d+$/.test(next) ? [] : {};
      at = at[key] as Shape;
      key = next;
    }
    at[key] = value;
  }
  return form;
}

/** Keys are no secrets here, and stay out all the same. */
function recorder(): (what: Exchange | { readonly event: Shape }) => void {
  const folder = process.env["STRIPE_EXCHANGES"];
  if (folder === undefined) return () => undefined;
  const file = join(folder, `${randomUUID()}.jsonl`);
  return (what) =>
    fs.appendFileSync(
      file,
      `${JSON.stringify(what, (name, value) => (name === "authorization" ? undefined : value))}\n`,
    );
}
