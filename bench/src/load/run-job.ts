/** Closed-loop load: each connection sends its next request as soon as its last one was answered, or all of them were, until time is up. */
import { Connection } from "./connection.js";
import { type Job, type LoadRequest, type Outcome, SERIAL_DIGITS } from "./job.js";

/** Where a request is cut for its serial number. */
type Template = readonly string[];

/** A round of fewer says nothing; on a slow machine it lasts longer for them, within bounds. */
const REQUESTS_MIN = 100;
const OVERTIME_MS = 5_000;

let serial = 0;

/** @throws when any answer is not 2xx: figures of refusals would be figures of something else. */
export async function runJob(job: Job): Promise<Outcome> {
  const connections = await Promise.all(
    Array.from({ length: job.connections }, (_, index) => Connection.open(job.ports[index % job.ports.length] ?? 0)),
  );
  try {
    return await measure(job, connections);
  } finally {
    for (const connection of connections) connection.close();
  }
}

async function measure(job: Job, connections: readonly Connection[]): Promise<Outcome> {
  const templates = job.requests.map(toTemplate);
  const latencies: number[] = [];
  const begin = performance.now() + job.warmUpMs;
  const end = begin + job.measureMs;
  let sent = 0;
  let last = begin;

  const isShort = (): boolean => latencies.length < REQUESTS_MIN;
  const next = (): string | null => {
    if (!job.repeat && sent >= templates.length) return null;
    if (latencies.length >= (job.requestsMax ?? Number.POSITIVE_INFINITY)) return null;
    const template = templates[sent % templates.length] ?? [];
    sent += 1;
    return fill(template);
  };
  const isTime = (start: number): boolean => start < end || (isShort() && start < end + OVERTIME_MS);
  /** False when there is no request left. */
  const exchange = async (connection: Connection, start: number): Promise<boolean> => {
    const request = next();
    if (request === null) return false;
    const { status, refusal } = await connection.exchange(request);
    const now = performance.now();
    if (status >= 300) throw new Error(`${request.split("\r\n", 1)[0]} was answered with ${status}: ${refusal}`);
    if (start >= begin && (now <= end || latencies.length < REQUESTS_MIN)) {
      latencies.push(now - start);
      last = now;
    }
    return true;
  };
  const repeat = async (send: (start: number) => Promise<boolean>): Promise<void> => {
    for (let start = performance.now(); isTime(start); start = performance.now()) if (!(await send(start))) return;
  };
  const sendWave = async (start: number): Promise<boolean> =>
    (await Promise.all(connections.map((one) => exchange(one, start)))).every(Boolean);
  if (job.inWaves === true) await repeat(sendWave);
  else await Promise.all(connections.map((one) => repeat((start) => exchange(one, start))));
  return { ...summarise(latencies, (last - begin) / 1000), sent };
}

function summarise(latencies: readonly number[], seconds: number): Omit<Outcome, "sent"> {
  const sorted = Float64Array.from(latencies).sort();
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { requests: sorted.length, perSecond: sorted.length / seconds, p50: at(0.5), p99: at(0.99) };
}

function toTemplate({ method, path, apiKey, cookie, body, idempotencyKey }: LoadRequest): Template {
  const who =
    cookie === undefined
      ? `Authorization: Bearer ${apiKey}`
      : `Cookie: ${cookie}\r\nAccept: text/html\r\nAccept-Encoding: br, gzip`;
  const lines = [`${method} ${path} HTTP/1.1`, "Host: localhost", who];
  if (idempotencyKey !== undefined) lines.push(`Idempotency-Key: ${idempotencyKey}`);
  if (body !== undefined) {
    const length = Buffer.byteLength(body.replaceAll("{n}", "0".repeat(SERIAL_DIGITS)));
    lines.push("Content-Type: application/json", `Content-Length: ${length}`);
  }
  return `${lines.join("\r\n")}\r\n\r\n${body ?? ""}`.split("{n}");
}

/** One number for all places of a request. */
function fill(template: Template): string {
  if (template.length === 1) return template[0] ?? "";
  serial += 1;
  return template.join(String(serial).padStart(SERIAL_DIGITS, "0"));
}
