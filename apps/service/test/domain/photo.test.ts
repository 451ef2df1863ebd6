/** Photos lose what tells of the place, the time and the device, and stay the picture that they are. */
import { crc32 } from "node:zlib";
import { expect, test } from "vitest";
import { withoutMetadata } from "../../src/domain/photo.js";

const SECRET = "GPS 48.137154 N 11.576124 E, iPhone of Ada";
const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1");
const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

const segment = (marker: number, data: Buffer | string): Buffer => {
  const body = Buffer.from(data as string, "latin1");
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, typeof data === "string" ? body : data]);
};
/** EXIF whose one directory says which way is up, and more behind it. */
const exif = (orientation: number, isLittle: boolean): Buffer => {
  const tiff = Buffer.alloc(26);
  tiff.write(isLittle ? "II" : "MM");
  const [u16, u32At] = isLittle
    ? [tiff.writeUInt16LE.bind(tiff), tiff.writeUInt32LE.bind(tiff)]
    : [tiff.writeUInt16BE.bind(tiff), tiff.writeUInt32BE.bind(tiff)];
  u16(42, 2);
  u32At(8, 4);
  u16(1, 8);
  u16(0x0112, 10);
  u16(3, 12);
  u32At(1, 14);
  u16(orientation, 18);
  return Buffer.concat([Buffer.from("Exif\0\0"), tiff, Buffer.from(SECRET)]);
};
const SCAN = Buffer.concat([segment(0xda, "\x01\x01\0\0?\0"), Buffer.from([1, 2, 0xff, 0, 3, 0xff, 0xd0, 4])]);
const TABLES = segment(0xdb, "tables");
const JFIF = segment(0xe0, "JFIF\0\x01\x02\0\0\x01\0\x01\0\0");
const ICC = segment(0xe2, "ICC_PROFILE\0\x01\x01colours");
const EOI = Buffer.from([0xff, 0xd9]);
const jpeg = (...parts: Buffer[]): Buffer => Buffer.concat([Buffer.from([0xff, 0xd8]), ...parts]);

test("a JPEG keeps its picture and its colours, and nothing of EXIF, XMP, IPTC, comments, previews or what lies behind its end", () => {
  const told = [
    segment(0xe1, exif(1, false)),
    segment(0xe1, `http://ns.adobe.com/xap/1.0/\0${SECRET}`),
    segment(0xed, `Photoshop 3.0\0${SECRET}`),
    segment(0xe2, `MPF\0${SECRET}`),
    segment(0xe0, `JFXX\0${SECRET}`),
    segment(0xfe, SECRET),
  ];
  const photo = jpeg(JFIF, ...told, ICC, TABLES, SCAN, segment(0xfe, SECRET), TABLES, SCAN, EOI, Buffer.from(SECRET));
  const clean = withoutMetadata("image/jpeg", photo);
  expect(Buffer.from(clean)).toEqual(jpeg(JFIF, ICC, TABLES, SCAN, TABLES, SCAN, EOI));
});

test.each([true, false])(
  "a JPEG that was taken sideways still says so, and no more (little-endian: %s)",
  (isLittle) => {
    const clean = withoutMetadata("image/jpeg", jpeg(segment(0xe1, exif(6, isLittle)), TABLES, SCAN, EOI));
    expect(text(clean)).not.toContain("GPS");
    expect(text(clean)).toContain("Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0");
    // What was cleaned once stays as it is.
    expect(withoutMetadata("image/jpeg", clean)).toEqual(clean);
  },
);

const chunk = (name: string, data: Buffer | string): Buffer => {
  const body = Buffer.concat([Buffer.from(name), Buffer.from(data as string)]);
  return Buffer.concat([u32(body.length - 4), body, u32(crc32(body))]);
};
const PNG_HEAD = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");

test("a PNG keeps what it looks like, and no text, times, EXIF, chunks of programs, or bytes behind its end", () => {
  const [header, gamma, data, end] = [
    chunk("IHDR", "13 bytes long"),
    chunk("gAMA", "abcd"),
    chunk("IDAT", "picture"),
    chunk("IEND", ""),
  ];
  const told = ["tEXt", "zTXt", "iTXt", "eXIf", "tIME", "caBX", "prVW"].map((name) => chunk(name, SECRET));
  const photo = Buffer.concat([PNG_HEAD, header, ...told, gamma, data, ...told, end, Buffer.from(SECRET)]);
  expect(Buffer.from(withoutMetadata("image/png", photo))).toEqual(Buffer.concat([PNG_HEAD, header, gamma, data, end]));
});

test("a WebP keeps its picture, and says neither by bytes nor by flags that there was more", () => {
  const part = (name: string, data: string): Buffer => {
    const size = Buffer.alloc(4);
    size.writeUInt32LE(data.length);
    return Buffer.concat([Buffer.from(name), size, Buffer.from(data + "\0".repeat(data.length % 2), "latin1")]);
  };
  const webp = (...parts: Buffer[]): Buffer => {
    const body = Buffer.concat([Buffer.from("WEBP"), ...parts]);
    const size = Buffer.alloc(4);
    size.writeUInt32LE(body.length);
    return Buffer.concat([Buffer.from("RIFF"), size, body]);
  };
  const photo = webp(
    part("VP8X", "\x2c\0\0\0\x01\0\0\x01\0\0"),
    part("VP8 ", "odd"),
    part("EXIF", SECRET),
    part("XMP ", SECRET),
    part("ZZZZ", SECRET),
  );
  const clean = withoutMetadata("image/webp", photo);
  expect(Buffer.from(clean)).toEqual(webp(part("VP8X", "\x20\0\0\0\x01\0\0\x01\0\0"), part("VP8 ", "odd")));
});

test("hostile bytes neither hang it nor let anything through", () => {
  for (const [type, head] of [
    ["image/jpeg", Buffer.from([0xff, 0xd8, 0xff])],
    ["image/png", PNG_HEAD],
    ["image/webp", Buffer.from("RIFF\xff\xff\xff\xffWEBPVP8 \0\0\0\0", "latin1")],
  ] as const)
    for (const filling of [0x00, 0xff, 0xe1, 0x7f]) {
      const hostile = Buffer.concat([head, Buffer.alloc(1024 * 1024, filling), Buffer.from(SECRET)]);
      const clean = withoutMetadata(type, hostile);
      expect(clean.length).toBeLessThanOrEqual(hostile.length + 40);
    }
  expect(text(withoutMetadata("image/jpeg", jpeg(Buffer.from("no segment"), Buffer.from(SECRET))))).not.toContain(
    "GPS",
  );
  expect(text(withoutMetadata("image/png", Buffer.concat([PNG_HEAD, Buffer.from(SECRET)])))).not.toContain("GPS");
});
