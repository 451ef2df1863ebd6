/**
 * Paystack in memory: its API on loopback, with the faults of a real one, and notices that are signed as its documentation
 * says. Every request and its answer is written to the folder that PAYSTACK_EXCHANGES names: `npm run judges` holds them
 * against Paystack's own document.
 */
import { createHmac, randomUUID } from "node:crypto";
import fs from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Json } from "../../../src/providers/paystack/answers.js";
import type { CallbackRequest } from "../../../src/providers/port.js";
import type { Fault } from "../stage.js";
import { type Books, type Event, openBooks } from "./books.js";
import { Refusal } from "./refusal.js";
import { bodyIn, ROUTES } from "./routes.js";
import * as shapes from "./shapes.js";

/** `mode`: it answers in the other mode. */
type Wrong = Fault | "mode";

export type PaystackDouble = {
  readonly origin: string;
  readonly key: string;
  readonly books: Books;
  /** Seconds for which pages stay open; 0 for ever. */
  timeout: number;
  fault(kind: Wrong | null): void;
  /** A notice as it would be sent, also with an older key. */
  signed(event: Event | Json, options?: { readonly key?: string }): CallbackRequest;
  /** "POST /refund", in the order in which they came. */
  readonly requests: string[];
  close(): Promise<void>;
};

type Given = { readonly now: () => number; readonly isLive?: boolean };

export async function openPaystackDouble({ now, isLive = false }: Given): Promise<PaystackDouble> {
  const books = openBooks(now);
  const mode = isLive ? "live" : "test";
  const key = `sk_${mode}_${randomUUID().replaceAll("-", "")}`;
  const requests: string[] = [];
  const record = recorder();
  let fault: Wrong | null = null;

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => respond(request, response, Buffer.concat(chunks)));
  });
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  function respond(request: IncomingMessage, response: ServerResponse, bytes: Buffer): void {
    const { pathname, searchParams } = new URL(request.url ?? "/", origin);
    const method = request.method ?? "GET";
    requests.push(`${method} ${pathname}`);
    const wrong = fault === null || fault === "mode" ? null : FAULTY[fault];
    if (wrong !== null && !wrong.isDone) {
      wrong.give(response, "");
      return;
    }
    const { status, answer, told } = perform(request, { method, pathname, searchParams, bytes });
    const text = JSON.stringify(answer);
    record({ method, path: pathname, query: searchParams.toString(), body: bytes.toString("utf8"), status, answer });
    if (wrong !== null) {
      wrong.give(response, text);
      return;
    }
    told?.();
    response
      .writeHead(status, { "content-type": "application/json", "content-length": Buffer.byteLength(text) })
      .end(text);
  }

  type Read = {
    readonly method: string;
    readonly pathname: string;
    readonly searchParams: URLSearchParams;
    readonly bytes: Buffer;
  };

  function perform(request: IncomingMessage, { method, pathname, searchParams, bytes }: Read) {
    if (request.headers.authorization !== `Bearer ${key}`) return refused(401, "invalid_Key", "Invalid key");
    books.live();
    const domain = fault === "mode" ? (isLive ? "test" : "live") : mode;
    for (const route of ROUTES) {
      const match = route.method === method ? route.path.exec(pathname) : null;
      if (match === null) continue;
      const ids = match.slice(1).map(decodeURIComponent);
      try {
        const {
          status = 200,
          data,
          meta,
          told,
        } = route.answer({
          books,
          domain,
          origin,
          timeout: double.timeout,
          ids,
          query: searchParams,
          body: bodyIn(bytes),
        });
        const answer = { status: true, message: "Done", data, ...(meta === undefined ? {} : { meta }) };
        return { status, answer, told };
      } catch (error) {
        if (error instanceof Refusal) return refused(error.status, error.code, error.message);
        throw error;
      }
    }
    return refused(404, "not_found", "There is no such path");
  }

  const double: PaystackDouble = {
    origin,
    key,
    books,
    timeout: 3_600,
    requests,
    fault: (kind) => {
      fault = kind;
    },
    signed: (event, options = {}) => {
      const body = Buffer.from(JSON.stringify("about" in event ? noticeOf(event as Event, mode) : event));
      const signature = createHmac("sha512", options.key ?? key)
        .update(body)
        .digest("hex");
      const headers = { "content-type": "application/json", "x-paystack-signature": signature };
      return { method: "POST", path: "/callbacks/paystack", host: "pay.example", headers, body };
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return double;
}

const refused = (status: number, code: string, message: string) => ({
  status,
  answer: { status: false, message, meta: { nextStep: "Look at what was asked" }, type: "validation_error", code },
  told: undefined,
});

function noticeOf({ event, about }: Event, domain: string): Json {
  if ("isTold" in about) return { event, data: shapes.transactionShape(about, domain) };
  if ("note" in about) return { event, data: shapes.refundNotice(about, domain) };
  if ("recipient" in about) return { event, data: shapes.transferShape(about, domain) };
  return { event, data: shapes.disputeShape(about, domain) };
}

type Exchange = {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly body: string;
  readonly status: number;
  readonly answer: unknown;
};

function recorder(): (exchange: Exchange) => void {
  const folder = process.env["PAYSTACK_EXCHANGES"];
  if (folder === undefined) return () => undefined;
  const file = join(folder, `${randomUUID()}.jsonl`);
  return (exchange) => fs.appendFileSync(file, `${JSON.stringify(exchange)}\n`);
}

// Faults -----------------------------------------------------------------------------------------------------------

type Faulty = { readonly isDone: boolean; give(response: ServerResponse, text: string): void };

const plainly =
  (status: number, type: string, text: string, headers: Record<string, string> = {}) =>
  (response: ServerResponse): void =>
    void response.writeHead(status, { "content-type": type, ...headers }).end(text);
const silently = (response: ServerResponse): void => void response.destroy();
const JSON_TYPE = "application/json";
const ERROR = '{"status":false,"message":"Something went wrong","type":"api_error"}';

const FAULTY: Readonly<Record<Fault, Faulty>> = {
  down: { isDone: false, give: silently },
  lost: { isDone: true, give: silently },
  dropped: { isDone: false, give: silently },
  stored: { isDone: false, give: plainly(500, JSON_TYPE, ERROR) },
  conflict: { isDone: false, give: plainly(409, JSON_TYPE, ERROR) },
  busy: { isDone: false, give: plainly(429, JSON_TYPE, ERROR, { "retry-after": "2" }) },
  cut: {
    isDone: true,
    give: (response, text) => {
      response.writeHead(200, { "content-type": JSON_TYPE, "content-length": text.length });
      response.write(text.slice(0, text.length / 2), () => response.destroy());
    },
  },
  html: { isDone: true, give: plainly(200, "text/html", "<h1>Welcome</h1>") },
  nonsense: { isDone: true, give: plainly(200, JSON_TYPE, '{"status":"MAYBE"}') },
  huge: { isDone: true, give: plainly(200, JSON_TYPE, `"${"x".repeat(5_000_000)}"`) },
  key: { isDone: false, give: plainly(401, JSON_TYPE, ERROR) },
};
