/** Clients from many addresses: on Linux all of 127.0.0.0/8 is this machine. */
import { request } from "node:http";
import { connect, createServer, type Socket } from "node:net";
import type { TestContext } from "vitest";

export type Answer = {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly text: string;
  readonly ms: number;
};

type Sent = {
  readonly from?: string;
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer;
};

/** One request on a connection of its own. Rejects when it is not answered. */
export function ask(
  url: string,
  { from = "127.0.0.1", method = "GET", headers = {}, body }: Sent = {},
): Promise<Answer> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, localAddress: from, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString(),
          ms: performance.now() - began,
        }),
      );
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

/** Sends these bytes and no more. Errors are the business of who looks at the socket. */
export function open(url: string, { from = "127.0.0.1", bytes = "" }: { from?: string; bytes?: string } = {}): Socket {
  const { port } = new URL(url);
  const socket = connect({ host: "127.0.0.1", port: Number(port), localAddress: from });
  socket.on("error", () => undefined);
  socket.resume();
  if (bytes !== "") socket.write(bytes);
  return socket;
}

/** Resolves with all that comes until the connection ends. */
export const everything = (socket: Socket): Promise<string> =>
  new Promise((resolve) => {
    let text = "";
    socket.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
    });
    socket.once("close", () => resolve(text));
  });

/** Skips the story where 127.0.0.2 is no address of this machine. */
export async function needsAddresses({ skip }: TestContext): Promise<void> {
  const isHere = await new Promise<boolean>((resolve) => {
    const server = createServer().listen(0, "127.0.0.2");
    server.once("listening", () => server.close(() => resolve(true)));
    server.once("error", () => resolve(false));
  });
  skip(!isHere, "127.0.0.2 is no address of this machine");
}
