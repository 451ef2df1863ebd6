/** Documents and descriptions as a page shows them. */
import type { JSX } from "preact";
import { CodeBox, CodeTabs, Coloured } from "../kit/code.js";
import { type Block, type Spans, textOf } from "../kit/documents.js";

type CodeBlock = Extract<Block, { readonly kind: "code" }>;

/** @param name of the document, which tells its tabs from those of others. */
export function Blocks({ blocks, name = "block" }: { blocks: readonly Block[]; name?: string }): JSX.Element {
  return (
    <div class="prose-block leading-relaxed">
      {grouped(blocks).map((group, index) =>
        Array.isArray(group) ? (
          <CodeTabs
            name={`${name}-${index}`}
            label="Example"
            samples={group.map((block: CodeBlock) => ({
              language: languageOf(block) ?? block.language,
              code: <Coloured parts={block.parts} />,
            }))}
          />
        ) : (
          <BlockView block={group as Block} name={`${name}-${index}`} />
        ),
      )}
    </div>
  );
}

const LANGUAGES: Readonly<Record<string, string>> = { ts: "TypeScript", php: "PHP", python: "Python" };

/** What the tab of an example is called; null for what has none, such as a line for a terminal. */
function languageOf({ language, parts }: CodeBlock): string | null {
  const [first = ""] = parts;
  const isCall = language === "sh" && /^\s*curl\b/.test(typeof first === "string" ? first : first[1]);
  return isCall ? "curl" : (LANGUAGES[language] ?? null);
}

/** The same example in several languages, one right behind the other, is one. */
function grouped(blocks: readonly Block[]): readonly (Block | readonly CodeBlock[])[] {
  const groups: (Block | CodeBlock[])[] = [];
  for (const block of blocks) {
    const last = groups.at(-1);
    const language = block.kind === "code" ? languageOf(block) : null;
    if (block.kind !== "code" || language === null) groups.push(block);
    else if (Array.isArray(last) && last.every((one) => languageOf(one) !== language)) last.push(block);
    else groups.push([block]);
  }
  return groups.map((group) => (Array.isArray(group) && group.length === 1 ? (group[0] as Block) : group));
}

function BlockView({ block, name }: { block: Block; name: string }): JSX.Element {
  switch (block.kind) {
    case "heading":
      return <Heading level={block.level} id={block.id} text={textOf(block.spans)} />;
    case "paragraph":
      return (
        <p class="max-w-prose">
          <Words spans={block.spans} />
        </p>
      );
    case "list":
      return <List block={block} name={name} />;
    case "table":
      return <Table head={block.head} rows={block.rows} />;
    case "code":
      return (
        <CodeBox label={`Example: ${block.language}`}>
          <Coloured parts={block.parts} />
        </CodeBox>
      );
    default:
      return block satisfies never;
  }
}

const SIZES = {
  2: "pt-6 text-xl font-semibold tracking-tight",
  3: "pt-4 text-lg font-semibold tracking-tight",
  4: "pt-2 font-semibold",
} as const;

/** Leads to itself, so that its address can be taken from it. */
export function Heading({
  level,
  id,
  text,
  class: classes = SIZES[level],
}: {
  level: 2 | 3 | 4;
  id: string;
  text: string;
  class?: string;
}): JSX.Element {
  const Tag = `h${level}` as const;
  return (
    <Tag id={id} class={`scroll-mt-6 ${classes}`}>
      <a class="anchor" href={`#${id}`}>
        {text}
      </a>
    </Tag>
  );
}

function List({ block, name }: { block: Extract<Block, { kind: "list" }>; name: string }): JSX.Element {
  const items = block.items.map((item, index) => (
    <li class="ps-1">
      {item.map((one) =>
        one.kind === "paragraph" ? <Words spans={one.spans} /> : <BlockView block={one} name={`${name}-${index}`} />,
      )}
    </li>
  ));
  const classes = "max-w-prose space-y-1 ps-5";
  if (block.start === null) return <ul class={`list-disc ${classes}`}>{items}</ul>;
  return (
    <ol class={`list-decimal ${classes}`} start={block.start === 1 ? undefined : block.start}>
      {items}
    </ol>
  );
}

function Table({ head, rows }: { head: readonly Spans[]; rows: readonly (readonly Spans[])[] }): JSX.Element {
  return (
    <div class="panel overflow-x-auto" role="group" aria-label={`Table: ${head.map(textOf).join(", ")}`} tabIndex={0}>
      <table class="w-full text-left text-sm">
        <thead class="border-b border-base-300">
          <tr>
            {head.map((cell) => (
              <th scope="col" class="px-4 py-2.5 font-medium">
                <Words spans={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody class="divide-y divide-base-300">
          {rows.map((row) => (
            <tr>
              {row.map((cell) => (
                <td class="px-4 py-2 align-top">
                  <Words spans={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function Words({ spans }: { spans: Spans }): JSX.Element {
  return (
    <>
      {spans.map((span) => {
        if (typeof span === "string") return span;
        if ("code" in span) return <code class="code-inline">{span.code}</code>;
        if ("strong" in span)
          return (
            <strong class="font-semibold">
              <Words spans={span.strong} />
            </strong>
          );
        if ("em" in span)
          return (
            <em>
              <Words spans={span.em} />
            </em>
          );
        return (
          <a class="link link-primary" href={span.href}>
            <Words spans={span.spans} />
          </a>
        );
      })}
    </>
  );
}
