/** Photos of a list of files are shown small, as far as a browser can be asked to load them. */
import { renderToString } from "preact-render-to-string";
import { expect, test } from "vitest";
import type { EvidenceId } from "../../src/domain/ids.js";
import { EvidenceFiles } from "../../src/pages/disputes/files.js";

const file = (name: string, type: "image/jpeg" | "application/pdf", bytes: number) => ({
  id: name as EvidenceId,
  entry: 1,
  name,
  type,
  bytes,
});

test("each photo is a lazy picture of its own address until three megabytes are full; other files are links alone", () => {
  const files = [
    file("crate", "image/jpeg", 2_000_000),
    file("large", "image/jpeg", 2_000_000),
    file("paper", "application/pdf", 10_000),
    file("label", "image/jpeg", 900_000),
  ];
  const html = renderToString(<EvidenceFiles files={files} fileUrl={(id) => `/files/${id}`} />);
  expect([...html.matchAll(/<img [^>]*src="([^"]+)"/g)].map(([, src]) => src)).toEqual([
    "/files/crate",
    "/files/label",
  ]);
  expect(html.match(/loading="lazy"/g)).toHaveLength(2);
  expect(html.match(/ download/g)).toHaveLength(4);
});

test("of many small photos twelve are shown", () => {
  const files = Array.from({ length: 20 }, (_, at) => file(`photo-${at}`, "image/jpeg", 50_000));
  const html = renderToString(<EvidenceFiles files={files} fileUrl={(id) => `/files/${id}`} />);
  expect(html.match(/<img /g)).toHaveLength(12);
  expect(html.match(/ download/g)).toHaveLength(20);
});
