/**
 * Receives webhooks as a process of its own: reads each request to its end and answers 200. It reads no more of HTTP than
 * this takes, since on two cores what the receiver takes, the sender lacks.
 */
import { createServer, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { type Arrival, answerQuestions, type SinkOrder, type SinkSetting, sharedMs, type Tenths } from "./messages.js";

const { tls, closes } = JSON.parse(process.env["SINK"] ?? "{}") as SinkSetting;

const ANSWER = `HTTP/1.1 200 OK\r\nContent-Length: 2\r\n${closes ? "Connection: close\r\n" : ""}\r\nok`;
const HEAD_END = "\r\n\r\n";

let expected = 0;
let count = 0;
let firstAt = 0;
let tenths: number[] = [];
let finish = Promise.withResolvers<Tenths>();
let noted: Arrival[] | null = null;

function expect(many: number): void {
  expected = many;
  count = 0;
  tenths = [];
  finish = Promise.withResolvers<Tenths>();
}

function arrived(head: string, at: number): void {
  count += 1;
  if (count === 1) firstAt = at;
  noted?.push({ event: /\r\nx-escrow-event-id: (.*)/i.exec(head)?.[1] ?? "", at });
  if (count < (expected * (tenths.length + 1)) / 10) return;
  tenths.push(at - firstAt);
  if (tenths.length === 10) finish.resolve(tenths);
}

function receive(socket: Socket): void {
  let head: Buffer | null = null;
  let text = "";
  let missing = 0;
  let at = 0;
  socket.setNoDelay(true);
  socket.on("error", () => undefined);
  socket.on("data", (chunk: Buffer) => {
    if (missing > 0) missing -= chunk.length;
    else {
      if (head === null) at = sharedMs();
      const bytes: Buffer = head === null ? chunk : Buffer.concat([head, chunk]);
      const end = bytes.indexOf(HEAD_END);
      head = bytes;
      if (end === -1) return;
      text = bytes.toString("latin1", 0, end);
      missing = end + HEAD_END.length + Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1]) - bytes.length;
    }
    if (missing > 0) return;
    if (missing !== 0) throw new Error(`a request that is not followed by its answer: ${text}`);
    head = null;
    arrived(text, at);
    if (closes) socket.end(ANSWER);
    else socket.write(ANSWER);
  });
}

function take(): readonly Arrival[] {
  const taken = noted ?? [];
  noted = [];
  return taken;
}

answerQuestions<SinkOrder>((order) => {
  switch (order.kind) {
    case "expect":
      return expect(order.count);
    case "finish":
      return finish.promise;
    case "note":
      noted = [];
      return null;
    case "take":
      return take();
    default: {
      const unknown: never = order;
      throw new Error(`the sink does not know ${JSON.stringify(unknown)}`);
    }
  }
});

const server = tls === null ? createServer(receive) : createTlsServer({ ...tls, ALPNProtocols: ["http/1.1"] }, receive);
server.on("tlsClientError", () => undefined);
server.listen({ port: 0, host: "127.0.0.1", backlog: 4_096 }, () => {
  const address = server.address();
  process.send?.({ port: typeof address === "object" ? address?.port : 0 });
});
