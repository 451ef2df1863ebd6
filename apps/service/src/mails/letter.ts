/**
 * A letter is written once, as blocks, and shown twice: as plain text and as HTML that a mail client shows without
 * fetching anything. What merchants wrote is put in as text and nothing else.
 */
import { type Direction, directionOf, type Locale } from "../words/locale.js";

export type Block =
  /** A paragraph. */
  | { readonly say: string }
  /** Names and values, one a line. */
  | { readonly facts: readonly Fact[] }
  /** What the reader may type, set apart so that it can be copied. */
  | { readonly command: string }
  /** What was bought and what it costs: names and amounts, one a line. */
  | { readonly bill: readonly BillRow[] }
  /** A link to a page of ours, shown as a button, or as a link within text. Opening it changes nothing. */
  | { readonly link: { readonly label: string; readonly url: string; readonly isQuiet?: boolean } };

export type Fact = readonly [name: string, value: string];
export type BillRow = { readonly name: string; readonly amount: string; readonly isTotal?: boolean };

/** Whose order a letter is about; the picture travels with the mail, under {@link LOGO_ID}. */
export type Sender = { readonly name: string; readonly logo: SenderLogo | null };
export type SenderLogo = {
  readonly sellerCode: string;
  readonly hash: string;
  readonly width: number;
  readonly height: number;
};

/** What a mail's HTML calls the picture that is sent with it (RFC 2392). */
export const LOGO_ID = "logo@holdfast";

export type Letter = {
  readonly locale: Locale;
  readonly subject: string;
  readonly sender?: Sender | undefined;
  readonly blocks: readonly Block[];
  /** Why the reader gets it, in small print; and where that is changed. */
  readonly footer: string;
  readonly footerLink?: { readonly label: string; readonly url: string };
};

/** What a mail consists of, beside its addresses. */
export type Mail = { readonly subject: string; readonly text: string; readonly html: string };

/**
 * The letter as a mail. Line breaks and other control characters in values become spaces, so a subject stays one line.
 * @param logo where the picture is: in the mail itself, unless it is shown to somebody who has no mail.
 */
export const writeMail = (letter: Letter, logo = `cid:${LOGO_ID}`): Mail => ({
  subject: oneLine(letter.subject),
  text: `${[...letter.blocks.map(blockAsText), `-- \n${footerAsText(letter)}`].join("\n\n")}\n`,
  html: htmlOf(letter, logo),
});

const oneLine = (value: string): string => value.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();

const footerAsText = ({ footer, footerLink }: Letter): string =>
  oneLine(footer) + (footerLink === undefined ? "" : `\n${oneLine(footerLink.label)}: ${oneLine(footerLink.url)}`);

function blockAsText(block: Block): string {
  if ("say" in block) return oneLine(block.say);
  if ("command" in block) return `    ${oneLine(block.command)}`;
  if ("link" in block) return `${oneLine(block.link.label)}\n${oneLine(block.link.url)}`;
  if ("bill" in block) return billAsText(block.bill);
  const width = Math.max(...block.facts.map(([name]) => name.length));
  return block.facts.map(([name, value]) => `    ${name.padEnd(width)}  ${oneLine(value)}`).join("\n");
}

function billAsText(bill: readonly BillRow[]): string {
  const width = Math.max(...bill.map(({ name }) => oneLine(name).length));
  const amounts = Math.max(...bill.map(({ amount }) => oneLine(amount).length));
  return bill
    .map(({ name, amount }) => `    ${oneLine(name).padEnd(width)}  ${oneLine(amount).padStart(amounts)}`)
    .join("\n");
}

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const MONO = "font-family:ui-monospace,Menlo,Consolas,monospace";
const PARAGRAPH = `margin:0 0 16px;font-size:15px;line-height:23px;color:#1f2933;overflow-wrap:anywhere`;
const BUTTON = `display:inline-block;padding:11px 20px;border-radius:8px;background:#00626a;color:#ffffff;font-size:15px;line-height:20px;font-weight:600;text-decoration:none`;

/** Colours by class, for readers who prefer dark; each is said in the element for clients that know no classes. */
const DARK = {
  page: "background:#11161b",
  card: "background:#1a2128;border-color:#39434c",
  ink: "color:#e6eaed",
  muted: "color:#a7b2bb",
  code: "background:#11161b;color:#e6eaed",
  line: "border-color:#39434c",
  link: "color:#5cc8cc",
  button: "background:#5cc8cc;color:#06282b",
} as const;

/** As the reader prefers; and as two clients mark a mail that they show in dark by themselves. */
const STYLES = [
  ":root{color-scheme:light dark;supported-color-schemes:light dark}",
  `@media (prefers-color-scheme:dark){${darkRules("")}}`,
  darkRules("[data-ogsc] "),
].join("");

function darkRules(within: string): string {
  return Object.entries(DARK)
    .map(([name, rule]) => `${within}.hf-${name}{${rule.replaceAll(/(?=;|$)/g, "!important")}}`)
    .join("");
}

/** Named by hand: mail clients know nothing of `start` and `end`. */
const SIDES = {
  ltr: { start: "left", end: "right" },
  rtl: { start: "right", end: "left" },
} as const satisfies Record<Direction, unknown>;

/** Tables and inline styles: what every mail client understands. */
function htmlOf({ locale, subject, sender, blocks, footer, footerLink }: Letter, logo: string): string {
  const direction = directionOf(locale);
  const { start } = SIDES[direction];
  return `<!DOCTYPE html>
<html lang="${locale}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title>
<style>${STYLES}</style>
</head>
<body class="hf-page" dir="${direction}" style="margin:0;padding:0;background:#f2f4f6">
<table role="presentation" class="hf-page" width="100%" cellpadding="0" cellspacing="0" style="background:#f2f4f6"><tr><td align="center" style="padding:24px 12px">
<p class="hf-link" style="margin:0 0 14px;max-width:600px;font-size:17px;line-height:24px;font-weight:700;letter-spacing:-0.2px;color:#00626a;text-align:${start};${FONT}">Holdfast</p>
<table role="presentation" class="hf-card" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;background:#ffffff;border:1px solid #dde2e7;border-radius:8px;border-collapse:separate;${FONT}"><tr><td dir="${direction}" style="padding:28px 32px 12px;text-align:${start}">
${sender === undefined ? "" : senderAsHtml(sender, logo, direction)}<h1 class="hf-ink" style="margin:0 0 16px;font-size:19px;line-height:26px;color:#111827;overflow-wrap:anywhere">${escaped(subject)}</h1>
${blocks.map((block) => blockAsHtml(block, direction)).join("\n")}
</td></tr></table>
<p class="hf-muted" style="margin:16px 0 0;max-width:600px;font-size:12px;line-height:18px;color:#5b6672;${FONT}">${escaped(footer)}${footerLink === undefined ? "" : `<br><a class="hf-link" href="${escaped(footerLink.url)}" target="_blank" rel="noopener noreferrer" style="color:#00626a">${escaped(footerLink.label)}</a>`}</p>
</td></tr></table>
</body>
</html>
`;
}

/** Of a logo, in CSS pixels. */
const LOGO_BOX = { width: 120, height: 40 } as const;

/** A seller's logo, on white in dark too: most are drawn for it; and its name. */
function senderAsHtml({ name, logo }: Sender, src: string, direction: Direction): string {
  const picture = logo === null ? "" : `<td style="padding-${SIDES[direction].end}:14px">${logoAsHtml(logo, src)}</td>`;
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 20px"><tr>${picture}<td class="hf-ink" style="font-size:16px;line-height:22px;font-weight:600;color:#1f2933;overflow-wrap:anywhere">${escaped(name)}</td></tr></table>
`;
}

function logoAsHtml({ width, height }: SenderLogo, src: string): string {
  const scale = Math.min(1, LOGO_BOX.width / width, LOGO_BOX.height / height);
  const [shownWidth, shownHeight] = [width, height].map((side) => Math.max(1, Math.round(side * scale)));
  return `<img src="${escaped(src)}" width="${shownWidth}" height="${shownHeight}" alt="" style="display:block;padding:5px;background:#ffffff;border-radius:6px">`;
}

function blockAsHtml(block: Block, direction: Direction): string {
  if ("say" in block) return `<p class="hf-ink" style="${PARAGRAPH}">${escaped(block.say)}</p>`;
  if ("command" in block) {
    // A code is read, and typed somewhere else; a command is copied.
    const size = block.command.length <= 12 ? "font-size:24px;line-height:32px" : "font-size:13px;line-height:20px";
    return `<p class="hf-code" dir="ltr" style="margin:0 0 16px;padding:10px 14px;background:#f2f4f6;border-radius:6px;${size};color:#1f2933;word-break:break-all;${MONO}">${escaped(block.command)}</p>`;
  }
  if ("link" in block) return linkAsHtml(block.link);
  if ("bill" in block) return billAsHtml(block.bill, direction);
  const rows = block.facts.map(
    ([name, value]) =>
      `<tr><td class="hf-muted" style="padding:3px 0;padding-${SIDES[direction].end}:16px;font-size:13px;line-height:20px;color:#5b6672;vertical-align:top">${escaped(name)}</td><td class="hf-ink" style="padding:3px 0;font-size:13px;line-height:20px;color:#1f2933;vertical-align:top;overflow-wrap:anywhere;word-break:break-word">${alone(value)}</td></tr>`,
  );
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 16px">${rows.join("")}</table>`;
}

function linkAsHtml({ label, url, isQuiet = false }: Extract<Block, { link: unknown }>["link"]): string {
  const looks = isQuiet
    ? `class="hf-link" style="color:#00626a;font-size:15px;line-height:23px"`
    : `class="hf-button" style="${BUTTON}"`;
  return `<p style="margin:4px 0 20px"><a href="${escaped(url)}" target="_blank" rel="noopener noreferrer" ${looks}>${escaped(label)}</a></p>`;
}

function billAsHtml(bill: readonly BillRow[], direction: Direction): string {
  const { end } = SIDES[direction];
  const rows = bill.map(({ name, amount, isTotal = false }) => {
    const weight = isTotal ? "font-weight:600;" : "";
    const cell = `padding:7px 0;border-top:1px solid #dde2e7;font-size:14px;line-height:20px;vertical-align:top;color:#1f2933;${weight}`;
    return `<tr><td class="hf-ink hf-line" style="${cell}padding-${end}:16px;overflow-wrap:anywhere;word-break:break-word">${alone(name)}</td><td class="hf-ink hf-line" align="${end}" style="${cell}white-space:nowrap">${escaped(amount)}</td></tr>`;
  });
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 20px;border-collapse:separate">${rows.join("")}</table>`;
}

/** A value in its own direction: a reference or an address is no sentence of ours. */
const alone = (value: string): string => `<span dir="auto">${escaped(value)}</span>`;

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escaped = (value: string): string => oneLine(value).replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] as string);
