/** Bodies that stay the same while the process lives: compressed once and sent from memory. */
import { brotliCompressSync, gzipSync, constants as zlib } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { sha256 } from "../../platform/hash.js";

export type Stored = {
  readonly type: string;
  /** Names the content; another content has another hash. */
  readonly hash: string;
  readonly plain: Buffer;
  /** Null for what is compressed by nature. */
  readonly brotli: Buffer | null;
  readonly gzip: Buffer | null;
};

/** Caching of what has an address that names its content. */
export const FOR_EVER = "public, max-age=31536000, immutable";

/**
 * The last two levels of Brotli would hold everybody up for a tenth of a second, to save a kilobyte. What is made while
 * somebody waits is made quickly, a sixth larger.
 */
const LEVELS = { best: { brotli: 9, gzip: 9 }, quick: { brotli: 5, gzip: 6 } } as const;

export function store(type: string, content: Buffer | string, effort: keyof typeof LEVELS = "best"): Stored {
  const levels = LEVELS[effort];
  const plain = Buffer.from(content);
  const hash = sha256(plain).toString("base64url").slice(0, 16);
  if (type.startsWith("font/")) return { type, hash, plain, brotli: null, gzip: null };
  const params = { [zlib.BROTLI_PARAM_QUALITY]: levels.brotli, [zlib.BROTLI_PARAM_SIZE_HINT]: plain.length };
  return {
    type,
    hash,
    plain,
    brotli: brotliCompressSync(plain, { params }),
    gzip: gzipSync(plain, { level: levels.gzip }),
  };
}

/** Sends the smallest form that the browser takes, or 304 when it has this very content. */
export function sendStored(request: FastifyRequest, reply: FastifyReply, stored: Stored): FastifyReply {
  const etag = `"${stored.hash}"`;
  reply.header("ETag", etag).header("Vary", "Accept-Encoding");
  if (request.headers["if-none-match"] === etag) return reply.code(304).send();
  reply.type(stored.type);
  const accepted = request.headers["accept-encoding"] ?? "";
  if (stored.brotli !== null && takes(accepted, "br"))
    return reply.header("Content-Encoding", "br").send(stored.brotli);
  if (stored.gzip !== null && takes(accepted, "gzip")) {
    return reply.header("Content-Encoding", "gzip").send(stored.gzip);
  }
  return reply.send(stored.plain);
}

/** Whether an Accept-Encoding header names the encoding, and not to refuse it. */
const takes = (accepted: string, encoding: string): boolean =>
  accepted.split(",").some((part) => {
    const [name = "", ...parameters] = part.split(";").map((piece) => piece.trim().toLowerCase());
    return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
