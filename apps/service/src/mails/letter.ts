/**
 * A letter is written once, as blocks, and shown twice: as plain text and as HTML that a mail client shows without
 * fetching anything. What merchants wrote is put in as text and nothing else.
 */

export type Block =
  /** A paragraph. */
  | { readonly say: string }
  /** Names and values, one a line. */
  | { readonly facts: readonly (readonly [name: string, value: string])[] }
  /** What the reader may type, set apart so that it can be copied. */
  | { readonly command: string };

export type Letter = { readonly subject: string; readonly blocks: readonly Block[] };

/** What a mail consists of, beside its addresses. */
export type Mail = { readonly subject: string; readonly text: string; readonly html: string };

const FOOTER = "Holdfast sends this to the owner of the account. There is no need to answer.";

/** The letter as a mail. Line breaks and other control characters in values become spaces, so a subject stays one line. */
export const writeMail = ({ subject, blocks }: Letter): Mail => ({
  subject: oneLine(subject),
  text: `${[...blocks.map(blockAsText), `-- \n${FOOTER}`].join("\n\n")}\n`,
  html: htmlOf(oneLine(subject), blocks),
});

const oneLine = (value: string): string => value.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();

function blockAsText(block: Block): string {
  if ("say" in block) return oneLine(block.say);
  if ("command" in block) return `    ${oneLine(block.command)}`;
  const width = Math.max(...block.facts.map(([name]) => name.length));
  return block.facts.map(([name, value]) => `    ${name.padEnd(width)}  ${oneLine(value)}`).join("\n");
}

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const MONO = "font-family:ui-monospace,Menlo,Consolas,monospace";
const PARAGRAPH = `margin:0 0 16px;font-size:15px;line-height:23px;color:#1f2933`;

/** Tables and inline styles: what every mail client understands. */
function htmlOf(subject: string, blocks: readonly Block[]): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(subject)}</title>
</head>
<body style="margin:0;padding:0;background:#f2f4f6">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f2f4f6"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;background:#ffffff;border:1px solid #dde2e7;border-radius:8px;${FONT}"><tr><td style="padding:28px 32px 12px">
<h1 style="margin:0 0 16px;font-size:19px;line-height:26px;color:#111827">${escaped(subject)}</h1>
${blocks.map(blockAsHtml).join("\n")}
</td></tr></table>
<p style="margin:16px 0 0;font-size:12px;line-height:18px;color:#5b6672;${FONT}">${escaped(FOOTER)}</p>
</td></tr></table>
</body>
</html>
`;
}

function blockAsHtml(block: Block): string {
  if ("say" in block) return `<p style="${PARAGRAPH}">${escaped(block.say)}</p>`;
  if ("command" in block) {
    return `<p style="margin:0 0 16px;padding:10px 14px;background:#f2f4f6;border-radius:6px;font-size:13px;line-height:20px;color:#1f2933;word-break:break-all;${MONO}">${escaped(block.command)}</p>`;
  }
  const rows = block.facts.map(
    ([name, value]) =>
      `<tr><td style="padding:3px 16px 3px 0;font-size:13px;line-height:20px;color:#5b6672;vertical-align:top;white-space:nowrap">${escaped(name)}</td><td style="padding:3px 0;font-size:13px;line-height:20px;color:#1f2933;word-break:break-all;${MONO}">${escaped(value)}</td></tr>`,
  );
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 16px">${rows.join("")}</table>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escaped = (value: string): string => oneLine(value).replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] as string);
