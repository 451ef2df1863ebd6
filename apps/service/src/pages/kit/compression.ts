/** How answers are compressed as they are sent, for clients that accept it. */
import { constants as zlib } from "node:zlib";
import compress from "@fastify/compress";
import type { FastifyInstance } from "fastify";

/**
 * Node cuts small buffers from slabs. A compressor is kept by every quick collection of garbage, with the room for its output, and with the
 * slab that the room was cut from: at Node's 64 and 16 KB, a page left 30 KB behind that only a collection of the whole heap cleared away.
 * At two hundred pages a second there was one every four seconds, and pages waited for 20 to 50 ms. Room of half a slab is not cut from one.
 */
const SLAB = 8_192;
const ROOM = SLAB / 2;

const SMALL = 1_024;

/**
 * Of pages and files. A page up to that size is compressed at once, in a tenth to a fifth of a millisecond; by way of a stream and other
 * threads it would take several times the CPU. At quality 4 it would take twice as long, and be a tenth smaller.
 */
const COMPRESSION = {
  encodings: ["br", "gzip"] as ("br" | "gzip")[],
  globalDecompression: false,
  syncThreshold: 256 * 1024,
  brotliOptions: { chunkSize: ROOM, params: { [zlib.BROTLI_PARAM_QUALITY]: 2, [zlib.BROTLI_PARAM_LGWIN]: 18 } },
  zlibOptions: { chunkSize: ROOM },
};

/**
 * Answers of the routes that are registered after it travel compressed, but of those that say not. Sets the size of slabs for the
 * whole process.
 * @param threshold bytes from which it is worth it.
 */
export async function registerCompression(app: FastifyInstance, threshold = SMALL): Promise<void> {
  Buffer.poolSize = SLAB;
  await app.register(compress, { ...COMPRESSION, threshold });
}
