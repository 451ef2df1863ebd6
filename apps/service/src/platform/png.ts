/** What is to be seen on a PNG (third edition, sections 7 to 11), as far as it takes to tell whether anything is. */
import { inflateSync } from "node:zlib";

/** From 0 to 255. */
export type Pixel = { readonly red: number; readonly green: number; readonly blue: number; readonly alpha: number };

/** Samples a pixel, by the colour type of the header. */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

type Picture = {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly colourType: number;
  readonly palette: Buffer;
  /** Of palettes, an alpha for each colour; of others, the one colour that is left out. */
  readonly transparency: Buffer;
  readonly rows: readonly Buffer[];
};

/**
 * Whether some pixel of it satisfies the condition. Null for one that can't be read: it is broken, unfolds into more than its sides
 * have room for, or is interlaced.
 */
export function somePixel(png: Uint8Array, satisfies: (pixel: Pixel) => boolean): boolean | null {
  const picture = read(Buffer.from(png));
  if (picture === null) return null;
  for (const row of picture.rows)
    for (let x = 0; x < picture.width; x += 1) if (satisfies(pixelAt(picture, row, x))) return true;
  return false;
}

function read(png: Buffer): Picture | null {
  const header = png.subarray(16, 29);
  if (header.length < 13) return null;
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const [depth, colourType, interlaced] = [header.readUInt8(8), header.readUInt8(9), header.readUInt8(12)];
  const channels = CHANNELS[colourType];
  if (channels === undefined || interlaced !== 0) return null;
  const chunks = chunksOf(png);
  const named = (name: string): Buffer => Buffer.concat(chunks.flatMap((one) => (one.name === name ? [one.data] : [])));
  const rowBytes = Math.ceil((width * channels * depth) / 8);
  try {
    const data = inflateSync(named("IDAT"), { maxOutputLength: height * (rowBytes + 1) });
    const rows = unfiltered(data, { height, rowBytes, step: Math.max(1, (channels * depth) >> 3) });
    return rows && { width, height, depth, colourType, palette: named("PLTE"), transparency: named("tRNS"), rows };
  } catch {
    return null;
  }
}

function chunksOf(png: Buffer): readonly { readonly name: string; readonly data: Buffer }[] {
  const chunks: { readonly name: string; readonly data: Buffer }[] = [];
  for (let at = 8; at + 8 <= png.length; ) {
    const length = png.readUInt32BE(at);
    chunks.push({ name: png.toString("latin1", at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) });
    at += 12 + length;
  }
  return chunks;
}

type Shape = { readonly height: number; readonly rowBytes: number; readonly step: number };

/** Rows as they were before each was written as a difference (section 9). Null for a kind of difference that there is none of. */
function unfiltered(data: Buffer, { height, rowBytes, step }: Shape): readonly Buffer[] | null {
  if (data.length < height * (rowBytes + 1)) return null;
  const rows: Buffer[] = [];
  let above: Buffer = Buffer.alloc(rowBytes);
  for (let y = 0; y < height; y += 1) {
    const at = y * (rowBytes + 1);
    const kind = data.readUInt8(at);
    if (kind > 4) return null;
    const row = Buffer.from(data.subarray(at + 1, at + 1 + rowBytes));
    for (let x = 0; x < rowBytes; x += 1) {
      const [left, up, corner] = [row[x - step] ?? 0, above[x] ?? 0, above[x - step] ?? 0];
      row[x] = ((row[x] ?? 0) + ([0, left, up, (left + up) >> 1, nearest(left, up, corner)][kind] ?? 0)) & 0xff;
    }
    rows.push(row);
    above = row;
  }
  return rows;
}

/** Paeth's predictor. */
function nearest(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [toLeft, toUp, toCorner] = [left, up, corner].map((one) => Math.abs(guess - one)) as [number, number, number];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

function pixelAt({ depth, colourType, palette, transparency }: Picture, row: Buffer, x: number): Pixel {
  const channels = CHANNELS[colourType] ?? 1;
  const raw = Array.from({ length: channels }, (_, channel) => sampleAt(row, depth, x * channels + channel));
  if (colourType === 3) {
    const [index = 0] = raw;
    const [red = 0, green = 0, blue = 0] = palette.subarray(index * 3, index * 3 + 3);
    return { red, green, blue, alpha: transparency[index] ?? 255 };
  }
  const [first = 0, second = 0, third = 0, fourth = 0] = raw.map((sample) => (sample * 255) / (2 ** depth - 1));
  if (colourType === 4) return { red: first, green: first, blue: first, alpha: second };
  if (colourType === 6) return { red: first, green: second, blue: third, alpha: fourth };
  const isLeftOut =
    transparency.length >= channels * 2 && raw.every((sample, at) => sample === transparency.readUInt16BE(at * 2));
  const alpha = isLeftOut ? 0 : 255;
  return colourType === 0
    ? { red: first, green: first, blue: first, alpha }
    : { red: first, green: second, blue: third, alpha };
}

function sampleAt(row: Buffer, depth: number, at: number): number {
  if (depth === 16) return row.readUInt16BE(at * 2);
  if (depth === 8) return row[at] ?? 0;
  const bit = at * depth;
  return ((row[bit >> 3] ?? 0) >> (8 - depth - (bit & 7))) & (2 ** depth - 1);
}
