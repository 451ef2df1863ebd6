/** A bad line to the service: it may lead nowhere for a while, and it loses the first answer to each request. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { API_PATH } from "@holdfast/contract";

export type Line = {
  readonly baseUrl: string;
  /** Where it leads; null: nowhere. */
  target: string | null;
  /** Answers that were lost after the service had given them. */
  readonly cuts: number;
  /** Called before an answer is lost. */
  onCut: (path: string) => Promise<unknown>;
  close(): Promise<void>;
};

/** @param cutFirst which requests lose their first answer: a repeat of the same request gets through. */
export async function openLine(
  target: string | null,
  cutFirst: (method: string, path: string) => boolean,
): Promise<Line> {
  const seen = new Set<string>();
  let cuts = 0;

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "", url: path = "", headers } = request;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const { host: _host, connection: _connection, "content-length": _length, ...rest } = headers;
    const answer = await fetch(line.target + path, {
      method,
      headers: rest as Record<string, string>,
      ...(body.length === 0 ? {} : { body }),
    });
    const text = Buffer.from(await answer.arrayBuffer());
    const key = [method, path, headers["idempotency-key"], body].join("\n");
    const isCut = cutFirst(method, path) && !seen.has(key);
    seen.add(key);
    if (isCut) await line.onCut(path);
    if (isCut) cuts += 1;
    const length = { "content-length": String(text.length) };
    const { "content-encoding": _encoding, ...told } = Object.fromEntries(answer.headers);
    // Before the head, behind it, and in the midst of the body.
    if (isCut && cuts % 3 === 0) return void response.destroy();
    response.writeHead(answer.status, { ...told, ...length });
    if (!isCut) return void response.end(text);
    response.write(text.subarray(0, cuts % 3 === 1 ? 0 : text.length / 2), () => response.destroy());
    response.flushHeaders();
  }

  const server = createServer((request, response) => {
    // What is at the other end may die at any moment.
    pass(request, response).catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const line: Line = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}${API_PATH}`,
    target,
    get cuts() {
      return cuts;
    },
    onCut: async () => undefined,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return line;
}

export const everyPost = (method: string): boolean => method === "POST";
