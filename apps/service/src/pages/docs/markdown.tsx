/** The Markdown that our own descriptions are written in: headings, paragraphs, tables, `code` and **bold**. */
import type { ComponentChildren, JSX } from "preact";

export type Block =
  | { readonly kind: "heading"; readonly text: string }
  | { readonly kind: "paragraph"; readonly text: string }
  | { readonly kind: "table"; readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] };

export function readBlocks(markdown: string): readonly Block[] {
  return markdown
    .split(/\n{2,}/)
    .map((text) => text.trim())
    .filter((text) => text !== "")
    .map(readBlock);
}

function readBlock(text: string): Block {
  if (text.startsWith("## ")) return { kind: "heading", text: text.slice(3) };
  if (!text.startsWith("|")) return { kind: "paragraph", text: text.replaceAll("\n", " ") };
  const [head = [], , ...rows] = text.split("\n").map(readCells);
  return { kind: "table", head, rows };
}

const readCells = (line: string): readonly string[] =>
  line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());

/** @param headings the level that a heading gets here. */
export function Markdown({ text, headings = 3 }: { text: string; headings?: 2 | 3 }): JSX.Element {
  return (
    <div class="prose-block leading-relaxed">
      {readBlocks(text).map((block) => (
        <BlockView block={block} headings={headings} />
      ))}
    </div>
  );
}

function BlockView({ block, headings }: { block: Block; headings: 2 | 3 }): JSX.Element {
  switch (block.kind) {
    case "heading":
      return <Heading level={headings} text={block.text} />;
    case "paragraph":
      return (
        <p class="max-w-prose">
          <Inline text={block.text} />
        </p>
      );
    case "table":
      return <Table head={block.head} rows={block.rows} />;
    default:
      return block satisfies never;
  }
}

export const anchorOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");

function Heading({ level, text }: { level: 2 | 3; text: string }): JSX.Element {
  const Tag = `h${level}` as const;
  return (
    <Tag id={anchorOf(text)} class="scroll-mt-6 pt-4 text-xl font-semibold tracking-tight">
      <Inline text={text} />
    </Tag>
  );
}

function Table({ head, rows }: { head: readonly string[]; rows: readonly (readonly string[])[] }): JSX.Element {
  return (
    <div class="panel overflow-x-auto" role="group" aria-label={`Table: ${plain(head.join(", "))}`} tabIndex={0}>
      <table class="w-full text-left text-sm">
        <thead class="border-b border-base-300">
          <tr>
            {head.map((cell) => (
              <th scope="col" class="px-4 py-2.5 font-medium">
                <Inline text={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody class="divide-y divide-base-300">
          {rows.map((row) => (
            <tr>
              {row.map((cell) => (
                <td class="px-4 py-2 align-top">
                  <Inline text={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const plain = (text: string): string => text.replaceAll(/[`*]/g, "");

/** `code` and **bold** within a line. */
export function Inline({ text }: { text: string }): JSX.Element {
  const parts: ComponentChildren[] = text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part) => {
    if (part.startsWith("`")) return <code class="code-inline">{part.slice(1, -1)}</code>;
    if (part.startsWith("**")) return <strong class="font-semibold">{part.slice(2, -2)}</strong>;
    return part;
  });
  return <>{parts}</>;
}
