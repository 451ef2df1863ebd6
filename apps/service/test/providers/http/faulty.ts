/** Stands between us and an adapter, and spoils its answers: whatever language it is written in, the same things go wrong. */
import { request as ask, createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Fault } from "../stage.js";
import { operationAt, problemOf } from "./judge.js";

export type Spoiled = Exclude<Fault, "lost" | "dropped"> | "silent" | "redirect" | "replayed" | "unsigned";
type Answer = { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly text: string };

export type Faulty = {
  /** With the path of the adapter's address. */
  readonly url: string;
  fault(kind: Spoiled | null): void;
  /** What the adapter was asked or answered that is not as the protocol's document has it. */
  readonly problems: readonly string[];
  /** What becomes of each answer's body before it is signed again by who holds the secret; null for nothing. */
  rewrite: ((path: string, answer: Answer) => Answer) | null;
  close(): Promise<void>;
};

const plainly =
  (status: number, type: string, text: string, headers: Record<string, string> = {}) =>
  (response: ServerResponse): void =>
    void response.writeHead(status, { "content-type": type, ...headers }).end(text);

type Spoiling = { readonly isDone: boolean; give(response: ServerResponse, answer: Answer): void };
const silently = (response: ServerResponse): void => void response.destroy();

const SPOILING: Readonly<Record<Spoiled, Spoiling>> = {
  down: { isDone: false, give: silently },
  stored: { isDone: false, give: plainly(500, "application/json", '{"error":"stored"}') },
  conflict: { isDone: false, give: plainly(409, "application/json", "{}") },
  busy: { isDone: false, give: plainly(429, "application/json", "{}", { "retry-after": "2" }) },
  key: { isDone: false, give: plainly(401, "text/plain", "no") },
  cut: {
    isDone: true,
    give: (response, { headers, text }) => {
      response.writeHead(200, { ...headers, "content-length": Buffer.byteLength(text) });
      response.write(text.slice(0, text.length / 2), () => response.destroy());
    },
  },
  html: { isDone: true, give: plainly(200, "text/html", "<h1>Welcome</h1>") },
  nonsense: {
    isDone: true,
    give: (response, { headers }) => plainly(200, "application/json", '{"kind":"maybe"}', headers)(response),
  },
  huge: { isDone: true, give: plainly(200, "application/json", `"${"x".repeat(5_000_000)}"`) },
  silent: { isDone: true, give: () => undefined },
  redirect: { isDone: false, give: plainly(302, "text/plain", "", { location: "http://127.0.0.1:1/" }) },
  unsigned: { isDone: true, give: (response, { text }) => plainly(200, "application/json", text)(response) },
  replayed: { isDone: true, give: silently },
};

export async function openFaulty(adapter: string): Promise<Faulty> {
  const target = new URL(adapter);
  let fault: Spoiled | null = null;
  let before: Answer | null = null;
  const problems: string[] = [];
  const server = createServer((request, response) => void respond(request, response));
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const path = request.url ?? "/";
    const isAboutItself = path.endsWith("/capabilities") && fault !== "down" && fault !== "key";
    const spoiling = fault === null || isAboutItself ? null : SPOILING[fault];
    if (spoiling?.isDone === false) return spoiling.give(response, { status: 0, headers: {}, text: "" });
    try {
      const asked = Buffer.concat(chunks);
      const told = await forward(request, path, asked);
      judge(request.method ?? "", path, { asked: asked.toString("utf8"), told });
      const answer = faulty.rewrite === null ? told : faulty.rewrite(path, told);
      if (fault === "replayed" && before !== null && !isAboutItself)
        return void response.writeHead(200, before.headers).end(before.text);
      before = answer;
      if (spoiling !== null) return spoiling.give(response, answer);
      response.writeHead(answer.status, answer.headers).end(answer.text);
    } catch {
      response.destroy();
    }
  }

  function judge(
    method: string,
    path: string,
    { asked, told }: { readonly asked: string; readonly told: Answer },
  ): void {
    if (told.status !== 200) return;
    const prefix = target.pathname.replace(/\/$/, "");
    const operation = operationAt(method, new URL(path, origin).pathname.slice(prefix.length));
    if (operation === null) return void problems.push(`${method} ${path} is no operation`);
    const wrong = [
      operation.body === undefined ? null : problemOf(operation, "request", JSON.parse(asked)),
      problemOf(operation, "answer", JSON.parse(told.text)),
    ];
    problems.push(...wrong.filter((problem) => problem !== null));
  }

  const forward = (request: IncomingMessage, path: string, body: Buffer): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const { method } = request;
      const headers = { ...request.headers, host: target.host, "content-length": String(body.length) };
      const onward = ask({ host: target.hostname, port: target.port, path, method, headers }, (answer) => {
        const parts: Buffer[] = [];
        answer.on("data", (part: Buffer) => parts.push(part));
        answer.on("error", reject);
        answer.on("end", () => {
          const kept = ["content-type", "webhook-id", "webhook-timestamp", "webhook-signature"];
          const named = kept.flatMap((name) =>
            answer.headers[name] === undefined ? [] : [[name, String(answer.headers[name])]],
          );
          const text = Buffer.concat(parts).toString("utf8");
          resolve({ status: answer.statusCode ?? 0, headers: Object.fromEntries(named) as Answer["headers"], text });
        });
      });
      onward.on("error", reject);
      onward.end(body);
    });

  const faulty: Faulty = {
    url: origin + target.pathname.replace(/\/$/, ""),
    problems,
    rewrite: null,
    fault: (kind) => {
      fault = kind;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return faulty;
}
