/** A seller's logo: a still picture of a size that a browser shows without thinking, told from its bytes alone. */

import { withoutMetadata } from "./photo.js";

export const LOGO_BYTES_MAX = 200 * 1024;
/** Of each side, in pixels: a small file may unfold into a huge picture. */
export const LOGO_SIDE_MAX = 2000;

export type LogoType = "image/png" | "image/jpeg" | "image/webp";
export type Logo = {
  readonly type: LogoType;
  readonly width: number;
  readonly height: number;
  readonly content: Uint8Array;
};
export type LogoProblem = "type" | "large" | "sides" | "moving";

type Picture = { readonly type: LogoType; readonly width: number; readonly height: number; readonly isMoving: boolean };

export function readLogo(content: Uint8Array): Logo | LogoProblem {
  if (content.length > LOGO_BYTES_MAX) return "large";
  const picture = readPng(content) ?? readJpeg(content) ?? readWebp(content);
  if (picture === null) return "type";
  const { type, width, height, isMoving } = picture;
  if (isMoving) return "moving";
  if (width < 1 || height < 1 || width > LOGO_SIDE_MAX || height > LOGO_SIDE_MAX) return "sides";
  return { type, width, height, content: withoutMetadata(type, content) };
}

const viewOf = (content: Uint8Array): DataView => new DataView(content.buffer, content.byteOffset, content.byteLength);

const hasAt = (content: Uint8Array, at: number, text: string): boolean =>
  [...text].every((letter, index) => content[at + index] === letter.charCodeAt(0));

/** PNG, third edition, sections 5 and 11: the header comes first; a moving picture says so before its first data. */
function readPng(content: Uint8Array): Picture | null {
  if (content.length < 33 || !hasAt(content, 0, "\x89PNG\r\n\x1a\n") || !hasAt(content, 12, "IHDR")) return null;
  const view = viewOf(content);
  let isMoving = false;
  for (let at = 33; at + 8 <= content.length && !hasAt(content, at + 4, "IDAT"); at += 12 + view.getUint32(at)) {
    isMoving ||= hasAt(content, at + 4, "acTL");
  }
  return { type: "image/png", width: view.getUint32(16), height: view.getUint32(20), isMoving };
}

/** ITU-T T.81, annex B: segments up to the first start of a frame, which tells the size. */
function readJpeg(content: Uint8Array): Picture | null {
  if (content[0] !== 0xff || content[1] !== 0xd8 || content[2] !== 0xff) return null;
  const view = viewOf(content);
  for (let at = 2; at + 9 <= content.length && content[at] === 0xff; ) {
    const marker = content[at + 1] ?? 0;
    if (isStartOfFrame(marker)) {
      return { type: "image/jpeg", height: view.getUint16(at + 5), width: view.getUint16(at + 7), isMoving: false };
    }
    // A filling byte stands alone.
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return null;
}

const isStartOfFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

/** RFC 9649, sections 2.5 to 2.7. */
function readWebp(content: Uint8Array): Picture | null {
  if (content.length < 30 || !hasAt(content, 0, "RIFF") || !hasAt(content, 8, "WEBP")) return null;
  const view = viewOf(content);
  if (hasAt(content, 12, "VP8 ") && hasAt(content, 23, "\x9d\x01\x2a")) {
    const [width, height] = [view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff];
    return { type: "image/webp", width, height, isMoving: false };
  }
  if (hasAt(content, 12, "VP8L") && content[20] === 0x2f) {
    const bits = view.getUint32(21, true);
    return { type: "image/webp", width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1, isMoving: false };
  }
  if (!hasAt(content, 12, "VP8X")) return null;
  const side = (at: number): number => view.getUint16(at, true) + (view.getUint8(at + 2) << 16) + 1;
  return { type: "image/webp", width: side(24), height: side(27), isMoving: (view.getUint8(20) & 0x02) !== 0 };
}
