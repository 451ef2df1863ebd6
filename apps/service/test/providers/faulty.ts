/** A double over HTTP on loopback: what it answers is its own, and what goes wrong with an answer is the same for all. */
import { randomUUID } from "node:crypto";
import fs from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Fault } from "./stage.js";

export type Asked = {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
};

/** `answer`: as JSON; undefined for no body. `told`: what is so once the answer has come to whoever asked. */
export type Answered = { readonly status: number; readonly answer?: unknown; told?(): void };

export type FaultyServer = {
  readonly origin: string;
  /** "POST /refund", in the order in which they came. */
  readonly requests: string[];
  fault(kind: Fault | null): void;
  close(): Promise<void>;
};

/**
 * @param options.error what the provider answers when something is wrong with itself.
 * @param options.exchanges the variable that names a folder where every request is written down with its answer.
 */
export async function openFaultyServer(
  answerTo: (asked: Asked) => Answered,
  { error, exchanges }: { readonly error: string; readonly exchanges?: string },
): Promise<FaultyServer> {
  const faulty = faultyAnswers(error);
  const record = recorder(exchanges);
  const requests: string[] = [];
  let fault: Fault | null = null;

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => respond(request, response, Buffer.concat(chunks)));
  });
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  function respond(request: IncomingMessage, response: ServerResponse, bytes: Buffer): void {
    const { pathname: path, searchParams: query } = new URL((request.url ?? "/").replace(/^\/+/, "/"), origin);
    const method = request.method ?? "GET";
    requests.push(`${method} ${path}`);
    const wrong = fault === null ? null : faulty[fault];
    if (wrong !== null && !wrong.isDone) {
      wrong.give(response, "");
      return;
    }
    const body = bytes.toString("utf8");
    const { status, answer, told } = answerTo({ method, path, query, headers: request.headers, body });
    const text = answer === undefined ? "" : JSON.stringify(answer);
    record({ method, path, query: query.toString(), body, status, answer });
    if (wrong !== null) {
      wrong.give(response, text);
      return;
    }
    told?.();
    response.writeHead(status, { "content-type": JSON_TYPE, "content-length": Buffer.byteLength(text) }).end(text);
  }

  return {
    origin,
    requests,
    fault: (kind) => {
      fault = kind;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function recorder(variable: string | undefined): (exchange: object) => void {
  const folder = variable === undefined ? undefined : process.env[variable];
  if (folder === undefined) return () => undefined;
  const file = join(folder, `${randomUUID()}.jsonl`);
  return (exchange) => fs.appendFileSync(file, `${JSON.stringify(exchange)}\n`);
}

type Faulty = { readonly isDone: boolean; give(response: ServerResponse, text: string): void };

const JSON_TYPE = "application/json";
const plainly =
  (status: number, type: string, text: string, headers: Record<string, string> = {}) =>
  (response: ServerResponse): void =>
    void response.writeHead(status, { "content-type": type, ...headers }).end(text);
const silently = (response: ServerResponse): void => void response.destroy();

const faultyAnswers = (error: string): Readonly<Record<Fault, Faulty>> => ({
  down: { isDone: false, give: silently },
  lost: { isDone: true, give: silently },
  dropped: { isDone: false, give: silently },
  stored: { isDone: false, give: plainly(500, JSON_TYPE, error) },
  conflict: { isDone: false, give: plainly(409, JSON_TYPE, error) },
  busy: { isDone: false, give: plainly(429, JSON_TYPE, error, { "retry-after": "2" }) },
  cut: {
    isDone: true,
    give: (response, text) => {
      response.writeHead(200, { "content-type": JSON_TYPE, "content-length": Math.max(2, text.length) });
      response.write(text.slice(0, text.length / 2), () => response.destroy());
    },
  },
  html: { isDone: true, give: plainly(200, "text/html", "<h1>Welcome</h1>") },
  nonsense: { isDone: true, give: plainly(200, JSON_TYPE, '{"status":"MAYBE"}') },
  huge: { isDone: true, give: plainly(200, JSON_TYPE, `"${"x".repeat(5_000_000)}"`) },
  key: { isDone: false, give: plainly(401, JSON_TYPE, error) },
});
