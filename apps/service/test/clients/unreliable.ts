/** A line to a service that is not always good: answers that get lost, and servers that say no before they say yes. */
import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type Line = { readonly origin: string; close(): Promise<void> };

type Answers = (asked: IncomingMessage, body: Buffer, response: ServerResponse) => void;

async function open(answers: Answers): Promise<Line> {
  const server = createServer((asked, response) => {
    const chunks: Buffer[] = [];
    asked.on("data", (chunk: Buffer) => chunks.push(chunk));
    asked.on("end", () => answers(asked, Buffer.concat(chunks), response));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** Passes everything on to the service, and cuts the connection instead of its first answer to each different POST. */
export function openCuttingLine(origin: string): Promise<Line> {
  const seen = new Set<string>();
  return open((asked, body, response) => {
    const { method, headers } = asked;
    const onward = request(origin + asked.url, { method, headers }, (answer) => {
      const name = `${asked.url} ${headers["idempotency-key"] ?? ""} ${body.toString()}`;
      if (method === "POST" && !seen.has(name)) {
        seen.add(name);
        answer.resume().on("end", () => response.socket?.destroy());
        return;
      }
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    onward.end(body);
  });
}

export type Scripted = Line & { readonly asked: readonly IncomingMessage[] };

/** Answers with these statuses, one after the other, and then with an account. */
export async function openScripted(
  statuses: readonly number[],
  headers: Readonly<Record<string, string>> = {},
): Promise<Scripted> {
  const asked: IncomingMessage[] = [];
  const left = [...statuses];
  const line = await open((one, _body, response) => {
    asked.push(one);
    const status = left.shift() ?? 200;
    const error = { type: "api_error", code: `code_${status}`, message: `status ${status}` };
    response
      .writeHead(status, {
        "Content-Type": "application/json",
        "Request-Id": "req_1",
        ...(status === 200 ? {} : headers),
      })
      .end(JSON.stringify(status === 200 ? { object: "account" } : { error }));
  });
  return { ...line, asked };
}
