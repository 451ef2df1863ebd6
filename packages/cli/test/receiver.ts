/** A store's webhook receiver: keeps every request as it came, and answers as the test says. Verifies signatures by itself. */
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "vitest";
import type { Json } from "../../../apps/service/test/harness.js";

export type Delivered = {
  readonly path: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
  readonly event: Json;
  /** Real time, in milliseconds. */
  readonly at: number;
};

export type Receiver = {
  readonly origin: string;
  /** In the order of their arrival. */
  readonly deliveries: Delivered[];
  /** What the next requests get; 200 unless a test says something else. */
  answerWith(answer: (delivered: Delivered, response: ServerResponse) => void): void;
  close(): Promise<void>;
};

const accept = (_: Delivered, response: ServerResponse): void => void response.writeHead(200).end();

export async function openReceiver(): Promise<Receiver> {
  const deliveries: Delivered[] = [];
  let answer: Parameters<Receiver["answerWith"]>[0] = accept;
  const server = createServer((request, response) => {
    void read(request).then((delivered) => {
      deliveries.push(delivered);
      answer(delivered, response);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    deliveries,
    answerWith: (next) => {
      answer = next;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function read(request: IncomingMessage): Promise<Delivered> {
  const at = Date.now();
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  const { url = "", method = "", headers } = request;
  return { path: url, method, headers, body, event: JSON.parse(body.toString("utf8")) as Json, at };
}

/** As the contract tells a receiver to do it ("Signature verification"). */
export function expectSigned({ headers, body, at }: Delivered, secret: string): void {
  const match = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers["x-escrow-signature"]));
  expect(match, String(headers["x-escrow-signature"])).not.toBeNull();
  const [, seconds = "", hex] = match as RegExpExecArray;
  expect(Math.abs(at / 1000 - Number(seconds))).toBeLessThan(3);
  const message = Buffer.concat([Buffer.from(`${seconds}.`), body]);
  expect(createHmac("sha256", secret).update(message).digest("hex")).toBe(hex);
}
