/**
 * Photos without what cameras and programs write beside the picture: where and when it was taken, with which device, thumbnails,
 * comments. Segments and chunks are taken out as they stand; the picture itself is not encoded anew. What can't be read as its format
 * ends there: nothing behind it is kept.
 */

export type PhotoType = "image/jpeg" | "image/png" | "image/webp";

export function withoutMetadata(type: PhotoType, content: Uint8Array): Uint8Array {
  const parts = STRIP[type](content);
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const STRIP: Readonly<Record<PhotoType, (content: Uint8Array) => readonly Uint8Array[]>> = {
  "image/jpeg": jpeg,
  "image/png": png,
  "image/webp": webp,
};

const viewOf = (content: Uint8Array): DataView => new DataView(content.buffer, content.byteOffset, content.byteLength);
const hasAt = (content: Uint8Array, at: number, text: string): boolean =>
  [...text].every((letter, index) => content[at + index] === letter.charCodeAt(0));
const nameAt = (content: Uint8Array, at: number): string => String.fromCharCode(...content.subarray(at, at + 4));

// JPEG: ITU-T T.81, annex B ------------------------------------------------------------------------------------------

const [SOS, EOI, COM, APP0, APP1, APP2, APP14, APP15] = [0xda, 0xd9, 0xfe, 0xe0, 0xe1, 0xe2, 0xee, 0xef];

function jpeg(content: Uint8Array): readonly Uint8Array[] {
  const view = viewOf(content);
  const kept: Uint8Array[] = [content.subarray(0, 2)];
  let orientation = 1;
  for (let at = 2; at + 4 <= content.length && content[at] === 0xff; ) {
    const marker = content[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    // Behind the end of the picture some devices keep a second one, with all that was taken out of the first.
    if (marker === EOI) break;
    const end = Math.min(content.length, at + 2 + view.getUint16(at + 2));
    if (marker === APP1 && hasAt(content, at + 4, "Exif\0\0"))
      orientation = orientationOf(content.subarray(at + 10, end));
    const isKept = keepsSegment(marker, content.subarray(at + 4, end));
    const next = marker === SOS ? endOfScan(content, end) : end;
    if (isKept) kept.push(content.subarray(at, next));
    at = next;
  }
  const turned = orientation === 1 ? [] : [orientationSegment(orientation)];
  return [...kept.slice(0, 1), ...turned, ...kept.slice(1), Uint8Array.of(0xff, EOI)];
}

/** Colours, and what a decoder needs to know of them, are part of the picture. */
function keepsSegment(marker: number, data: Uint8Array): boolean {
  if (marker === COM) return false;
  if (marker < APP0 || marker > APP15) return true;
  if (marker === APP0) return hasAt(data, 0, "JFIF\0");
  if (marker === APP2) return hasAt(data, 0, "ICC_PROFILE\0");
  return marker === APP14 && hasAt(data, 0, "Adobe");
}

/** Entropy-coded data goes on to the next marker that is neither stuffing nor a restart. */
function endOfScan(content: Uint8Array, from: number): number {
  for (let at = from; at + 1 < content.length; at += 1) {
    const next = content[at + 1] ?? 0;
    if (content[at] === 0xff && next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  return content.length;
}

/** Which way is up: the one thing of EXIF without which the picture would be another. From 1 to 8. */
function orientationOf(tiff: Uint8Array): number {
  if (tiff.length < 14) return 1;
  const view = viewOf(tiff);
  const isLittle = hasAt(tiff, 0, "II");
  const start = view.getUint32(4, isLittle);
  if (start + 2 > tiff.length) return 1;
  const entries = view.getUint16(start, isLittle);
  for (let entry = 0; entry < entries; entry += 1) {
    const at = start + 2 + entry * 12;
    if (at + 12 > tiff.length) return 1;
    if (view.getUint16(at, isLittle) !== 0x0112) continue;
    const value = view.getUint16(at + 8, isLittle);
    return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}

/** EXIF that says nothing else: one directory with one entry. */
const orientationSegment = (orientation: number): Uint8Array =>
  Uint8Array.of(
    ...[0xff, APP1, 0, 34, ...[..."Exif\0\0"].map((letter) => letter.charCodeAt(0))],
    ...[0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1],
    ...[0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0],
  );

// PNG: third edition, section 11 -------------------------------------------------------------------------------------

/** Chunks beside the picture that change how it looks. */
const PNG_LOOKS = new Set("cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD hIST tRNS pHYs sPLT acTL fcTL fdAT".split(" "));

function png(content: Uint8Array): readonly Uint8Array[] {
  const view = viewOf(content);
  const kept: Uint8Array[] = [content.subarray(0, 8)];
  for (let at = 8; at + 12 <= content.length; ) {
    const end = at + 12 + view.getUint32(at);
    if (end > content.length) break;
    const name = nameAt(content, at + 4);
    // A critical chunk begins with an upper-case letter.
    if (/^[A-Z]/.test(name) || PNG_LOOKS.has(name)) kept.push(content.subarray(at, end));
    if (name === "IEND") break;
    at = end;
  }
  return kept;
}

// WebP: RFC 9649, section 2 ------------------------------------------------------------------------------------------

const WEBP_PICTURE = new Set(["VP8 ", "VP8L", "VP8X", "ALPH", "ANIM", "ANMF", "ICCP"]);
const [EXIF_FLAG, XMP_FLAG] = [0x08, 0x04];

function webp(content: Uint8Array): readonly Uint8Array[] {
  const view = viewOf(content);
  const kept: Uint8Array[] = [];
  const stop = Math.min(content.length, 8 + view.getUint32(4, true));
  for (let at = 12; at + 8 <= stop; ) {
    const size = view.getUint32(at + 4, true);
    const end = at + 8 + size + (size % 2);
    if (at + 8 + size > stop) break;
    const name = nameAt(content, at);
    const chunk = content.slice(at, end);
    if (name === "VP8X") chunk[8] = (chunk[8] ?? 0) & ~(EXIF_FLAG | XMP_FLAG);
    if (WEBP_PICTURE.has(name)) kept.push(chunk);
    at = end;
  }
  const head = content.slice(0, 12);
  viewOf(head).setUint32(4, 4 + kept.reduce((sum, { length }) => sum + length, 0), true);
  return [head, ...kept];
}
