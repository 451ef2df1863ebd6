/** Receives the write-ahead log as the server writes it, and tells the server how far it is on disk. */
import type pg from "pg";
import { startReplication } from "./replication.js";

/** Where the log goes. `write` may be called many times before `flush`. */
export type WalSink = {
  write(position: bigint, bytes: Buffer): void;
  /** All that was written is on disk afterwards. */
  flush(): void;
};

export type WalStream = {
  readonly from: bigint;
  readonly timeline: number;
  readonly sink: WalSink;
  /** Once, when the sink has all that the server had. */
  onCaughtUp(): void;
  /** Ends it, without an error. */
  readonly signal: AbortSignal;
};

const STATUS_EVERY_MS = 5_000;
const MICROSECONDS_UNTIL_2000 = 946_684_800_000_000n;
const HEADER_BYTES = 25;

/** What of a connection of `pg` the protocol's copies need. */
type Wire = { query(text: string): void; sendCopyFromChunk(chunk: Buffer): void };

/** Settles when the connection ends. @throws what the server or the sink says. */
export function receiveWal(client: pg.Client, { from, timeline, sink, onCaughtUp, signal }: WalStream): Promise<void> {
  return new Promise((resolve, reject) => {
    let wire: Wire | null = null;
    let isDirty = false;
    let hasCaughtUp = false;
    let written = from;
    let flushed = from;
    let serverEnd = from;

    const end = (error: Error | null): void => {
      clearInterval(ticking);
      wire = null;
      if (error === null || signal.aborted) resolve();
      else reject(error);
    };
    const sendStatus = (): void => wire?.sendCopyFromChunk(statusOf(written, flushed));
    const ticking = setInterval(sendStatus, STATUS_EVERY_MS);
    /** One for all that has arrived together. */
    const flush = (): void => {
      isDirty = false;
      if (wire === null) return;
      try {
        sink.flush();
      } catch (error) {
        end(error as Error);
        return;
      }
      flushed = written;
      sendStatus();
      if (hasCaughtUp || flushed < serverEnd) return;
      hasCaughtUp = true;
      onCaughtUp();
    };
    const take = (chunk: Buffer): void => {
      if (chunk[0] === KEEPALIVE) {
        serverEnd = chunk.readBigUInt64BE(1);
        if (!isDirty) flush();
        return;
      }
      if (chunk[0] !== XLOG_DATA) return;
      const position = chunk.readBigUInt64BE(1);
      serverEnd = chunk.readBigUInt64BE(9);
      const bytes = chunk.subarray(HEADER_BYTES);
      sink.write(position, bytes);
      written = position + BigInt(bytes.length);
      if (isDirty) return;
      isDirty = true;
      setImmediate(flush);
    };
    client.once("end", () => end(null));
    signal.addEventListener("abort", () => end(null), { once: true });
    client.query({
      submit(connection: Wire) {
        wire = connection;
        connection.query(startReplication(from, timeline));
      },
      handleCopyData({ chunk }: { readonly chunk: Buffer }) {
        try {
          if (wire !== null) take(chunk);
        } catch (error) {
          end(error as Error);
        }
      },
      handleError: (error: Error) => end(error),
      handleCommandComplete: () => undefined,
      handleReadyForQuery: () => end(null),
      handleRowDescription: () => undefined,
      handleDataRow: () => undefined,
    } as unknown as pg.Submittable);
  });
}

const XLOG_DATA = "w".charCodeAt(0);
const KEEPALIVE = "k".charCodeAt(0);
const STATUS = "r".charCodeAt(0);

/** Nothing is replayed here, so what is flushed counts as applied too. */
function statusOf(written: bigint, flushed: bigint): Buffer {
  const status = Buffer.alloc(34);
  status[0] = STATUS;
  status.writeBigUInt64BE(written, 1);
  status.writeBigUInt64BE(flushed, 9);
  status.writeBigUInt64BE(flushed, 17);
  status.writeBigInt64BE(BigInt(Date.now()) * 1_000n - MICROSECONDS_UNTIL_2000, 25);
  return status;
}
