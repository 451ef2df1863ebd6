/** Which web addresses in a seller's words can be followed. */
import { renderToString } from "preact-render-to-string";
import { expect, test } from "vitest";
import { LinkedText, linkPieces } from "../../src/pages/kit/linked-text.js";

const linksIn = (text: string): readonly string[] =>
  linkPieces(text).flatMap(({ text: shown, url }) => (url === null ? [] : [shown]));

test.each([
  ["See https://dhl.example/t?id=1. Thanks!", ["https://dhl.example/t?id=1"]],
  ["(https://a.example/x(1)), and http://b.example/ö!", ["https://a.example/x(1)", "http://b.example/ö"]],
  ["HTTPS://A.EXAMPLE/x", ["HTTPS://A.EXAMPLE/x"]],
])("links end where people end them: %s", (text, links) => {
  expect(linksIn(text)).toEqual(links);
  expect(
    linkPieces(text)
      .map((piece) => piece.text)
      .join(""),
  ).toBe(text);
});

test.each([
  "javascript:alert(1)",
  "data:text/html,<script>1</script>",
  "ftp://a.example/x mailto:a@b.example //a.example/x www.a.example a.example",
  "http://localhost:3000/x",
  "https://user:secret@evil.example/",
  "https://a.example/\u202egpj.exe",
])("stays text: %s", (text) => {
  expect(linksIn(text)).toEqual([]);
});

test("an address that reaches beyond what is shown is no link", () => {
  const text = "At https://a.example/long";
  expect(linkPieces(text, 20)).toEqual([{ text: text.slice(0, 20), url: null }]);
});

test("what is written around an address, and in it, is escaped", () => {
  const html = renderToString(LinkedText({ text: `<b>"https://a.example/?a=1&b='2'"</b>` }));
  expect(html).toContain('href="https://a.example/?a=1&amp;b=');
  expect(html).toContain('rel="noopener noreferrer nofollow"');
  expect(html).not.toContain("<b>");
});
