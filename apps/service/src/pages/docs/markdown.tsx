/** The Markdown that the contract's descriptions are written in: headings, paragraphs, tables, `code` and **bold**. Documents bring their blocks from the build. */
import type { JSX } from "preact";
import type { Block, Spans } from "../kit/documents.js";
import { Blocks, Words } from "./blocks.js";

/** @param level that a heading gets here. */
export function readBlocks(markdown: string, level: 2 | 3 = 2): readonly Block[] {
  return markdown
    .split(/\n{2,}/)
    .map((text) => text.trim())
    .filter((text) => text !== "")
    .map((text) => readBlock(text, level));
}

function readBlock(text: string, level: 2 | 3): Block {
  if (text.startsWith("## "))
    return { kind: "heading", level, id: anchorOf(text.slice(3)), spans: readSpans(text.slice(3)) };
  if (!text.startsWith("|")) return { kind: "paragraph", spans: readSpans(text.replaceAll("\n", " ")) };
  const [head = [], , ...rows] = text.split("\n").map(readCells);
  return { kind: "table", head, rows };
}

const readCells = (line: string): readonly Spans[] =>
  line
    .split("|")
    .slice(1, -1)
    .map((cell) => readSpans(cell.trim()));

const readSpans = (text: string): Spans =>
  text
    .split(/(`[^`]+`|\*\*[^*]+\*\*)/)
    .filter((part) => part !== "")
    .map((part) => {
      if (part.startsWith("`")) return { code: part.slice(1, -1) };
      return part.startsWith("**") ? { strong: [part.slice(2, -2)] } : part;
    });

export const anchorOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");

export const Markdown = ({ text, headings = 3 }: { text: string; headings?: 2 | 3 }): JSX.Element => (
  <Blocks blocks={readBlocks(text, headings)} />
);

/** `code` and **bold** within a line. */
export const Inline = ({ text }: { text: string }): JSX.Element => <Words spans={readSpans(text)} />;
