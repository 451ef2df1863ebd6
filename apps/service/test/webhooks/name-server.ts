/** A name server for tests: UDP on loopback, answers by script, speaks as much of RFC 1035 as c-ares asks for. */
import { createSocket } from "node:dgram";
import type { AddressInfo } from "node:net";

type Type = "A" | "AAAA" | "TXT";

type Zone = {
  /** Addresses in the order in which they are told. */
  readonly a?: readonly string[];
  readonly aaaa?: readonly string[];
  /** Names that lead on to the addresses, told in front of them. */
  readonly cname?: readonly string[];
  readonly txt?: readonly string[];
  readonly failure?: "NXDOMAIN" | "SERVFAIL" | "REFUSED" | "silence" | "garbage";
  /** The failure is told for questions of this type alone. */
  readonly failureOf?: Type;
};

export type NameServer = {
  /** `address:port`. */
  readonly at: string;
  /** What each name is from now on; a row of zones is told one after the other, the last again and again. */
  set(name: string, ...zones: readonly Zone[]): void;
  /** Questions of one type that came for the name since it was set. */
  asked(name: string, type?: Type): number;
  close(): Promise<void>;
};

const CODES = { NXDOMAIN: 3, SERVFAIL: 2, REFUSED: 5 } as const;
const TYPES: Readonly<Record<number, Type>> = { 1: "A", 16: "TXT", 28: "AAAA" };
const CNAME = 5;

export async function openNameServer(): Promise<NameServer> {
  const zones = new Map<string, readonly Zone[]>();
  let questions: string[] = [];
  const socket = createSocket({ type: "udp4", recvBufferSize: 1 << 20 }); // hundreds of questions in one moment
  const asked = (name: string, type: Type) => questions.filter((other) => other === `${type} ${name}`).length;
  socket.on("message", (packet, { port, address }) => {
    const { name, type, end } = readQuestion(packet);
    questions.push(`${type} ${name}`);
    const row = zones.get(name) ?? [{ failure: "NXDOMAIN" as const }];
    const zone = row[Math.min(asked(name, type), row.length) - 1] as Zone;
    const answer = answerOf(packet.subarray(0, end), { name, type, zone });
    if (answer !== null) socket.send(answer, port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  return {
    at: `127.0.0.1:${(socket.address() as AddressInfo).port}`,
    set(name, ...row) {
      zones.set(name, row);
      questions = questions.filter((question) => !question.endsWith(` ${name}`));
    },
    asked: (name, type = "A") => asked(name, type),
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

function readQuestion(packet: Buffer): { name: string; type: Type; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = packet[at] as number; length > 0; length = packet[at] as number) {
    labels.push(packet.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join(".").toLowerCase(), type: TYPES[packet.readUInt16BE(at + 1)] ?? "A", end: at + 5 };
}

type Script = { readonly name: string; readonly type: Type; readonly zone: Zone };

function answerOf(question: Buffer, { name, type, zone }: Script): Buffer | null {
  const failure = zone.failureOf === undefined || zone.failureOf === type ? zone.failure : undefined;
  if (failure === "silence") return null;
  const records = failure === undefined ? recordsOf(name, type, zone) : [];
  const reply = Buffer.concat([question, ...records]);
  reply.writeUInt16BE(0x8180 | (failure === undefined || failure === "garbage" ? 0 : CODES[failure]), 2);
  reply.writeUInt16BE(records.length, 6);
  reply.writeUInt32BE(0, 8);
  return failure === "garbage" ? Buffer.concat([reply.subarray(0, 7), Buffer.from([9, 0, 0, 0, 0, 255])]) : reply;
}

function recordsOf(name: string, type: Type, { a = [], aaaa = [], cname = [], txt = [] }: Zone): Buffer[] {
  const chain = [name, ...cname];
  const links = cname.map((next, index) => record(chain[index] as string, CNAME, nameBytes(next)));
  const owner = chain.at(-1) as string;
  const addresses = type === "A" ? a.map((text) => record(owner, 1, ipv4Bytes(text))) : [];
  if (type === "TXT") return txt.map((text) => record(name, 16, counted(Buffer.from(`\0${text}`, "latin1"))));
  return [...links, ...addresses, ...(type === "AAAA" ? aaaa.map((text) => record(owner, 28, ipv6Bytes(text))) : [])];
}

function record(owner: string, type: number, data: Buffer): Buffer {
  const fixed = Buffer.alloc(10);
  fixed.writeUInt16BE(type, 0);
  fixed.writeUInt16BE(1, 2); // internet
  fixed.writeUInt32BE(300, 4); // seconds that it would keep; the service keeps nothing
  fixed.writeUInt16BE(data.length, 8);
  return Buffer.concat([nameBytes(owner), fixed, data]);
}

const nameBytes = (name: string): Buffer =>
  Buffer.concat(
    [...name.split(".").map((label) => Buffer.from(`\0${label}`, "latin1")), Buffer.from([0])].map(counted),
  );

/** Writes the length of a label into its first byte. */
function counted(label: Buffer): Buffer {
  label[0] = label.length - 1;
  return label;
}

const ipv4Bytes = (text: string): Buffer => Buffer.from(text.split(".").map(Number));

/** Takes full groups only: `2606:4700:0:0:0:0:0:1`. */
const ipv6Bytes = (text: string): Buffer =>
  Buffer.concat(text.split(":").map((group) => Buffer.from(group.padStart(4, "0"), "hex")));
