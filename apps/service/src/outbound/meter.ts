/**
 * A bound on what the HTTP parser is fed while an answer makes no headway, that is between its parts: before the last header,
 * and from one piece of body to the next. The parser's own bound counts bytes of names and values, and then 64 KiB of `a:`
 * lines cost 5 MB (measured); interim answers, the first line, chunk extensions and trailers it does not bound at all.
 */
import type { Socket } from "node:net";
import { say } from "../diagnoses/say.js";
import { CutOff } from "./failures.js";

/** First line, headers and what separates them, and interim answers before them. */
const BYTES_MAX = 16 * 1024;
const LINES_MAX = 128;

/** Fed at a time, so that whatever comes in one read of the socket (up to 64 KiB) is looked at in between. */
const PIECE_BYTES = 512;

const LINE_FEED = 10;

export type Meter = {
  /** A new answer is expected, its head is complete, or body came: the count starts again at zero. */
  progress(): void;
};

/** From now on reads of the socket come in pieces; the piece that goes too far destroys it. */
export function meterReads(socket: Socket): Meter {
  const read: (size?: number) => Buffer | null = socket.read.bind(socket);
  let bytes = 0;
  let lines = 0;
  let last: Buffer | null = null;

  function nextPiece(): Buffer | null {
    if (last !== null) {
      bytes += last.length;
      lines += countLines(last);
      last = null;
    }
    if (bytes > BYTES_MAX || lines > LINES_MAX) {
      socket.destroy(new CutOff(TOO_LARGE));
      return null;
    }
    last = read(socket.readableLength > PIECE_BYTES ? PIECE_BYTES : undefined);
    return last;
  }

  socket.read = (size?: number) => (size === undefined ? nextPiece() : read(size));
  return {
    progress() {
      bytes = 0;
      lines = 0;
      last = null; // the piece that brought it may hold the start of what follows: too little to count
    },
  };
}

const TOO_LARGE = say("The head of the answer is larger than {size} KiB, or has more than {lines} lines.", {
  size: BYTES_MAX / 1024,
  lines: LINES_MAX,
});

function countLines(piece: Buffer): number {
  let count = 0;
  for (const byte of piece) if (byte === LINE_FEED) count += 1;
  return count;
}
