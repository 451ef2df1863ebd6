/**
 * A letter is written once, as blocks, and shown twice: as plain text and as HTML that a mail client shows without
 * fetching anything. What merchants wrote is put in as text and nothing else.
 */
import type { Locale } from "../words/locale.js";

export type Block =
  /** A paragraph. */
  | { readonly say: string }
  /** Names and values, one a line. */
  | { readonly facts: readonly Fact[] }
  /** What the reader may type, set apart so that it can be copied. */
  | { readonly command: string }
  /** A link to a page of ours, shown as a button. Opening it changes nothing. */
  | { readonly link: { readonly label: string; readonly url: string } };

export type Fact = readonly [name: string, value: string];

export type Letter = {
  readonly locale: Locale;
  readonly subject: string;
  readonly blocks: readonly Block[];
  /** Why the reader gets it, in small print; and where that is changed. */
  readonly footer: string;
  readonly footerLink?: { readonly label: string; readonly url: string };
};

/** What a mail consists of, beside its addresses. */
export type Mail = { readonly subject: string; readonly text: string; readonly html: string };

/** The letter as a mail. Line breaks and other control characters in values become spaces, so a subject stays one line. */
export const writeMail = (letter: Letter): Mail => ({
  subject: oneLine(letter.subject),
  text: `${[...letter.blocks.map(blockAsText), `-- \n${footerAsText(letter)}`].join("\n\n")}\n`,
  html: htmlOf(letter),
});

const oneLine = (value: string): string => value.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();

const footerAsText = ({ footer, footerLink }: Letter): string =>
  oneLine(footer) + (footerLink === undefined ? "" : `\n${oneLine(footerLink.label)}: ${oneLine(footerLink.url)}`);

function blockAsText(block: Block): string {
  if ("say" in block) return oneLine(block.say);
  if ("command" in block) return `    ${oneLine(block.command)}`;
  if ("link" in block) return `${oneLine(block.link.label)}\n${oneLine(block.link.url)}`;
  const width = Math.max(...block.facts.map(([name]) => name.length));
  return block.facts.map(([name, value]) => `    ${name.padEnd(width)}  ${oneLine(value)}`).join("\n");
}

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const MONO = "font-family:ui-monospace,Menlo,Consolas,monospace";
const PARAGRAPH = `margin:0 0 16px;font-size:15px;line-height:23px;color:#1f2933;overflow-wrap:anywhere`;
const BUTTON = `display:inline-block;padding:11px 20px;border-radius:8px;background:#00626a;color:#ffffff;font-size:15px;line-height:20px;font-weight:600;text-decoration:none`;

/** Tables and inline styles: what every mail client understands. */
function htmlOf({ locale, subject, blocks, footer, footerLink }: Letter): string {
  return `<!DOCTYPE html>
<html lang="${locale}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(subject)}</title>
</head>
<body style="margin:0;padding:0;background:#f2f4f6">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f2f4f6"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;background:#ffffff;border:1px solid #dde2e7;border-radius:8px;${FONT}"><tr><td style="padding:28px 32px 12px;text-align:left">
<h1 style="margin:0 0 16px;font-size:19px;line-height:26px;color:#111827;overflow-wrap:anywhere">${escaped(subject)}</h1>
${blocks.map(blockAsHtml).join("\n")}
</td></tr></table>
<p style="margin:16px 0 0;max-width:600px;font-size:12px;line-height:18px;color:#5b6672;${FONT}">${escaped(footer)}${footerLink === undefined ? "" : `<br><a href="${escaped(footerLink.url)}" target="_blank" rel="noopener noreferrer" style="color:#00626a">${escaped(footerLink.label)}</a>`}</p>
</td></tr></table>
</body>
</html>
`;
}

function blockAsHtml(block: Block): string {
  if ("say" in block) return `<p style="${PARAGRAPH}">${escaped(block.say)}</p>`;
  if ("command" in block) {
    // A code is read, and typed somewhere else; a command is copied.
    const size = block.command.length <= 12 ? "font-size:24px;line-height:32px" : "font-size:13px;line-height:20px";
    return `<p style="margin:0 0 16px;padding:10px 14px;background:#f2f4f6;border-radius:6px;${size};color:#1f2933;word-break:break-all;${MONO}">${escaped(block.command)}</p>`;
  }
  if ("link" in block) {
    return `<p style="margin:4px 0 20px"><a href="${escaped(block.link.url)}" target="_blank" rel="noopener noreferrer" style="${BUTTON}">${escaped(block.link.label)}</a></p>`;
  }
  const rows = block.facts.map(
    ([name, value]) =>
      `<tr><td style="padding:3px 16px 3px 0;font-size:13px;line-height:20px;color:#5b6672;vertical-align:top">${escaped(name)}</td><td style="padding:3px 0;font-size:13px;line-height:20px;color:#1f2933;vertical-align:top;overflow-wrap:anywhere;word-break:break-word">${escaped(value)}</td></tr>`,
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
