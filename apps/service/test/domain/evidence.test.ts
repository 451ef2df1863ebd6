/** A file is what its bytes are, whatever its name says; and its name says nothing else than that. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { EVIDENCE_NAME_LENGTH, EVIDENCE_TYPES, evidenceName, evidenceTypeOf } from "../../src/domain/evidence.js";
import { JPEG, NOTE, PDF, PNG, WEBP } from "../pages/orders-area.js";

const bytes = (text: string): Buffer => Buffer.from(text, "utf8");

describe("what is taken", () => {
  test.each([
    ["image/jpeg", JPEG],
    ["image/png", PNG],
    ["image/webp", WEBP],
    ["application/pdf", PDF],
    ["text/plain", NOTE],
    ["text/plain", bytes("\ufeffWith a byte order mark\r\n\tand a tab\u000c")],
    ["text/plain", bytes("<ada@example.com> wrote: it is broken")],
    ["text/plain", bytes("5 < 6 and <b>bold</b> is only text here")],
    ["text/plain", bytes("مرحبا، الأطباق مكسورة")],
  ])("%s", (type, content) => {
    expect(evidenceTypeOf(content)).toBe(type);
  });
});

describe("what is refused", () => {
  test.each([
    ["nothing", bytes("")],
    ["white space", bytes(" \n\t ")],
    ["HTML", bytes("<!DOCTYPE html><script>alert(1)</script>")],
    ["HTML without a doctype", bytes("\n  <html><body>hello</body></html>")],
    ["a script", bytes("<script src=//evil.example></script>")],
    ["a comment of HTML", bytes("<!-- --><b>x</b>")],
    ["an end tag", bytes("</p>")],
    ["HTML behind a byte order mark", bytes("\ufeff<html>")],
    ["SVG", bytes('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ["XML", bytes('<?xml version="1.0"?><svg/>')],
    ["GIF", bytes("GIF89a\u0001\u0000")],
    ["ZIP, as documents of offices are", Buffer.from("504b030414000600", "hex")],
    ["a program", Buffer.from("4d5a90000300000004000000ffff0000", "hex")],
    ["text with a NUL", bytes("hello\0world")],
    ["text that is not UTF-8", Buffer.from([0x48, 0xe9, 0x6c, 0x6c, 0x6f])],
    ["text in UTF-16", Buffer.from("hello", "utf16le")],
    ["half of a signature of PNG", PNG.subarray(0, 5)],
    ["a PDF behind a word", Buffer.concat([Buffer.from([0]), PDF])],
    ["RIFF that is sound", Buffer.from("RIFF\x24\x00\x00\x00WAVEfmt ", "latin1")],
  ])("%s", (_what, content) => {
    expect(evidenceTypeOf(content)).toBeNull();
  });
});

describe("a name", () => {
  test.each([
    ["IMG_2041.JPG", "image/jpeg", "IMG_2041.jpg"],
    ["photo.jpeg", "image/jpeg", "photo.jpeg"],
    ["page.html", "text/plain", "page.html.txt"],
    ["invoice.exe", "application/pdf", "invoice.exe.pdf"],
    ["=x.csv", "text/plain", "=x.csv.txt"],
    ["rows.TSV", "text/plain", "rows.TSV.txt"],
    ["letter.eml", "text/plain", "letter.eml.txt"],
    ["macro.slk", "text/plain", "macro.slk.txt"],
    ["chat.log", "text/plain", "chat.log"],
    ["../../etc/passwd", "text/plain", "passwd.txt"],
    ["C:\\Users\\ada\\note.txt", "text/plain", "note.txt"],
    ["", "image/png", "file.png"],
    [".png", "image/png", "file.png"],
    ["...hidden.png", "image/png", "hidden.png"],
    ["gnp.\u202etxt", "text/plain", "gnp.txt"],
    ['a"b<c>|d?*:e.png', "image/png", "a_b_c__d___e.png"],
    ["two\nlines.png", "image/png", "twolines.png"],
    ["schüssel 壺.webp", "image/webp", "schüssel 壺.webp"],
  ] as const)("%j of %s becomes %j", (given, type, name) => {
    expect(evidenceName(given, type)).toBe(name);
  });

  test("is short, of one line, without a path, and ends as its type does, whatever was given", () => {
    const types = Object.keys(EVIDENCE_TYPES) as (keyof typeof EVIDENCE_TYPES)[];
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 400 }), fc.constantFrom(...types), (given, type) => {
        const name = evidenceName(given, type);
        expect([...name].length).toBeLessThanOrEqual(EVIDENCE_NAME_LENGTH);
        expect(name).not.toMatch(/[/\\\p{C}"<>:|?*]/u);
        expect(EVIDENCE_TYPES[type].some((ending) => name.endsWith(ending))).toBe(true);
        expect(name.isWellFormed()).toBe(true);
      }),
    );
  });
});
