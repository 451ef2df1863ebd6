/**
 * A folder with the write-ahead log of one timeline: files of 16 MiB, named as PostgreSQL names them, the last of which is still
 * `.partial`. Each has its whole length from the start, so a partial one becomes a segment by its name alone.
 */
import fs from "node:fs";
import { join } from "node:path";
import { flushDirectory } from "./data-dir.js";
import type { WalSink } from "./wal-stream.js";

const SEGMENT_BYTES = 16n * 1024n * 1024n; // what initdb makes unless it is told otherwise
const SEGMENTS_PER_NAME = 0x1_0000_0000n / SEGMENT_BYTES;
const PARTIAL = ".partial";
const SEGMENT = /^([0-9A-F]{8})([0-9A-F]{8})([0-9A-F]{8})(\.partial)?$/;

const hex = (value: bigint | number): string => value.toString(16).toUpperCase().padStart(8, "0");

const nameOf = (timeline: number, number: bigint): string =>
  `${hex(timeline)}${hex(number / SEGMENTS_PER_NAME)}${hex(number % SEGMENTS_PER_NAME)}`;

type Segment = { readonly number: bigint; readonly timeline: number; readonly file: string };

/** Oldest first; null when one in between is missing, or is not whole. */
function readSegments(folder: string): readonly Segment[] | null {
  const segments = fs
    .readdirSync(folder)
    .flatMap((file): Segment[] => {
      const [, timeline = "", high = "", low = ""] = SEGMENT.exec(file) ?? [];
      if (timeline === "") return [];
      const number = BigInt(`0x${high}`) * SEGMENTS_PER_NAME + BigInt(`0x${low}`);
      return [{ number, timeline: Number.parseInt(timeline, 16), file }];
    })
    .sort((one, other) => Number(one.number - other.number));
  const isWhole = segments.every(({ number, timeline, file }, index) => {
    const follows = number === (segments[0]?.number ?? 0n) + BigInt(index) && timeline === segments[0]?.timeline;
    const isComplete = fs.statSync(join(folder, file)).size === Number(SEGMENT_BYTES);
    return follows && isComplete && (!file.endsWith(PARTIAL) || index === segments.length - 1);
  });
  return isWhole ? segments : null;
}

/** The segment's beginning, since a stream may only begin there. */
export const segmentStart = (position: bigint): bigint => position - (position % SEGMENT_BYTES);

/** Where the log goes on: at the beginning of the last segment that is not whole. Null in an empty folder, or one with a gap. */
export function nextPosition(folder: string): bigint | null {
  const last = readSegments(folder)?.at(-1);
  if (last === undefined) return null;
  return (last.file.endsWith(PARTIAL) ? last.number : last.number + 1n) * SEGMENT_BYTES;
}

/** Copies all of it to where a server finds its log. @returns false when a part in between is missing. */
export function copySegments(folder: string, to: string): boolean {
  const segments = readSegments(folder);
  for (const { file } of segments ?? []) fs.copyFileSync(join(folder, file), join(to, file.replace(PARTIAL, "")));
  return segments !== null;
}

/** Written in place: what a stream that begins again brings once more are the same bytes. The caller closes it. */
export function openWalFolder(folder: string, timeline: number): WalSink & { close(): void } {
  let open: { readonly number: bigint; readonly descriptor: number } | null = null;
  const pathOf = (number: bigint): string => join(folder, nameOf(timeline, number));

  function openSegment(number: bigint): number {
    if (open?.number === number) return open.descriptor;
    close();
    const partial = `${pathOf(number)}${PARTIAL}`;
    const isNew = !fs.existsSync(partial);
    const descriptor = fs.openSync(partial, isNew ? "wx+" : "r+", 0o600);
    open = { number, descriptor };
    if (isNew) {
      fs.ftruncateSync(descriptor, Number(SEGMENT_BYTES));
      fs.fsyncSync(descriptor);
      flushDirectory(folder);
    }
    return descriptor;
  }
  function flush(): void {
    if (open !== null) fs.fdatasyncSync(open.descriptor);
  }
  function close(): void {
    if (open !== null) fs.closeSync(open.descriptor);
    open = null;
  }
  function complete(number: bigint): void {
    flush();
    close();
    fs.renameSync(`${pathOf(number)}${PARTIAL}`, pathOf(number));
    flushDirectory(folder);
  }
  function write(position: bigint, bytes: Buffer): void {
    const number = position / SEGMENT_BYTES;
    const offset = position % SEGMENT_BYTES;
    const length = Math.min(bytes.length, Number(SEGMENT_BYTES - offset));
    writeWhole(openSegment(number), bytes.subarray(0, length), Number(offset));
    if (offset + BigInt(length) === SEGMENT_BYTES) complete(number);
    if (length < bytes.length) write(position + BigInt(length), bytes.subarray(length));
  }
  return { write, flush, close };
}

function writeWhole(descriptor: number, bytes: Buffer, position: number): void {
  for (let done = 0; done < bytes.length; )
    done += fs.writeSync(descriptor, bytes, done, bytes.length - done, position + done);
}
