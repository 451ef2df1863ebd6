/** What stays the same while the process lives: compressed once, and sent from memory. */
import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, gzip, gzipSync, constants as zlib } from "node:zlib";
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

/** Caching of what has an address that stays: a change of it is everywhere an hour later. */
export const AN_HOUR = "public, max-age=3600";
/** Caching of what has an address that names its content. */
export const FOR_EVER = "public, max-age=31536000, immutable";

/** The last two levels of Brotli would hold everybody up for a tenth of a second, to save a kilobyte. */
export function store(type: string, content: Buffer | string): Stored {
  const plain = Buffer.from(content);
  const named = { type, hash: hashOf(plain), plain };
  if (type.startsWith("font/")) return { ...named, brotli: null, gzip: null };
  return {
    ...named,
    brotli: brotliCompressSync(plain, { params: brotliParams(plain, 9) }),
    gzip: gzipSync(plain, { level: 9 }),
  };
}

/** The same while somebody waits: off the event loop, and quickly, so a sixth larger. */
export async function storeAside(type: string, content: string): Promise<Stored> {
  const plain = Buffer.from(content);
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(plain, { params: brotliParams(plain, 5) }),
    promisify(gzip)(plain, { level: 6 }),
  ]);
  return { type, hash: hashOf(plain), plain, brotli, gzip: gzipped };
}

const hashOf = (plain: Buffer): string => sha256(plain).toString("base64url").slice(0, 16);

const brotliParams = (plain: Buffer, quality: number) => ({
  [zlib.BROTLI_PARAM_QUALITY]: quality,
  [zlib.BROTLI_PARAM_SIZE_HINT]: plain.length,
});

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
