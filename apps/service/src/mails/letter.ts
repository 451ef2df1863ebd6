/**
 * A letter is written once, as blocks, and shown twice: as plain text and as HTML that a mail client shows without
 * fetching anything. What merchants wrote is put in as text and nothing else.
 */
import { type Accent, type BrandTheme, type Colour, themeOf } from "../domain/brand.js";
import { imprintOf, type OperatorLogo } from "../domain/operator-identity.js";
import { type Direction, directionOf, type Locale } from "../words/locale.js";
import { operatorIdentity, operatorName } from "../words/operator-names.js";

export type Block =
  /** A paragraph. */
  | { readonly say: string }
  /** What somebody wrote, in lines of their own. */
  | { readonly quote: readonly string[] }
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
export type Sender = {
  readonly name: string;
  /** The sender's name in a mailbox: the seller via the operator. */
  readonly via: string;
  readonly logo: SenderLogo | null;
  /** As it was chosen; null for the operator's. */
  readonly colour: Colour | null;
};
export type SenderLogo = {
  readonly sellerCode: string;
  readonly hash: string;
  readonly width: number;
  readonly height: number;
};

/** What a mail's HTML calls the pictures that are sent with it (RFC 2392): the seller's logo, and the operator's. */
export const LOGO_ID = "logo@mail";
export const OPERATOR_LOGO_ID = "operator@mail";

/** Where the HTML finds them. */
type Pictures = { readonly seller: string; readonly operator: string };
const ENCLOSED: Pictures = { seller: `cid:${LOGO_ID}`, operator: `cid:${OPERATOR_LOGO_ID}` };

export type Letter = {
  readonly locale: Locale;
  readonly subject: string;
  readonly sender?: Sender | undefined;
  readonly blocks: readonly Block[];
  /** Whom the reader writes to, each after what about. */
  readonly contacts?: readonly Fact[];
  /** Why the reader gets it, in small print; and where that is changed. */
  readonly footer: string;
  readonly footerLink?: { readonly label: string; readonly url: string };
};

/** What a mail consists of, beside its addresses. */
export type Mail = { readonly subject: string; readonly text: string; readonly html: string };

/**
 * The letter as a mail. Line breaks and other control characters in values become spaces, so a subject stays one line.
 * @param pictures where they are: in the mail itself, unless it is shown to somebody who has no mail.
 */
export const writeMail = (letter: Letter, pictures = ENCLOSED): Mail => ({
  subject: oneLine(letter.subject),
  text: `${[...letter.blocks.map(blockAsText), ...contactsAsText(letter), `-- \n${footerAsText(letter)}`].join("\n\n")}\n`,
  html: htmlOf(letter, pictures),
});

const oneLine = (value: string): string => value.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();

const footerAsText = ({ footer, footerLink }: Letter): string =>
  [
    oneLine(footer),
    ...(footerLink === undefined ? [] : [`${oneLine(footerLink.label)}: ${oneLine(footerLink.url)}`]),
    ...imprint(),
  ].join("\n");

const contactsAsText = ({ contacts = [] }: Letter): readonly string[] =>
  contacts.length === 0 ? [] : [contacts.map(([about, email]) => `${oneLine(about)} ${oneLine(email)}`).join("\n")];

/** Who sends it, by law; nothing where that is not known. */
const imprint = (): readonly string[] => [imprintOf(operatorIdentity())].filter((line) => line !== "");

function blockAsText(block: Block): string {
  if ("say" in block) return oneLine(block.say);
  if ("quote" in block) return block.quote.map((line) => `    ${oneLine(line)}`).join("\n");
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
const BUTTON =
  "display:inline-block;padding:11px 20px;border-radius:8px;font-size:15px;line-height:20px;font-weight:600;text-decoration:none";

/** Of links and buttons, where nobody has a colour of their own. */
const PLAIN: BrandTheme = {
  light: { primary: "#00626a" as Colour, content: "#ffffff" as Colour },
  dark: { primary: "#5cc8cc" as Colour, content: "#06282b" as Colour },
};

function themeFor({ sender }: Letter): BrandTheme {
  const colour = sender?.colour ?? operatorIdentity().colour;
  return colour === null ? PLAIN : themeOf(colour);
}

/** Colours by class, for readers who prefer dark; each is said in the element for clients that know no classes. */
const DARK = {
  page: "background:#11161b",
  card: "background:#1a2128;border-color:#39434c",
  ink: "color:#e6eaed",
  muted: "color:#a7b2bb",
  code: "background:#11161b;color:#e6eaed",
  line: "border-color:#39434c",
} as const;

/** As the reader prefers; and as two clients mark a mail that they show in dark by themselves. */
const stylesIn = ({ dark }: BrandTheme): string =>
  [
    ":root{color-scheme:light dark;supported-color-schemes:light dark}",
    `@media (prefers-color-scheme:dark){${darkRules("", dark)}}`,
    darkRules("[data-ogsc] ", dark),
  ].join("");

function darkRules(within: string, { primary, content }: Accent): string {
  const accents = { link: `color:${primary}`, button: `background:${primary};color:${content}` };
  return Object.entries({ ...DARK, ...accents })
    .map(([name, rule]) => `${within}.hf-${name}{${rule.replaceAll(/(?=;|$)/g, "!important")}}`)
    .join("");
}

/** Named by hand: mail clients know nothing of `start` and `end`. */
const SIDES = {
  ltr: { start: "left", end: "right" },
  rtl: { start: "right", end: "left" },
} as const satisfies Record<Direction, unknown>;

/** Tables and inline styles: what every mail client understands. */
function htmlOf(letter: Letter, pictures: Pictures): string {
  const { locale, subject, blocks } = letter;
  const direction = directionOf(locale);
  const { start } = SIDES[direction];
  const theme = themeFor(letter);
  const accent = theme.light;
  return `<!DOCTYPE html>
<html lang="${locale}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title>
<style>${stylesIn(theme)}</style>
</head>
<body class="hf-page" dir="${direction}" style="margin:0;padding:0;background:#f2f4f6">
<table role="presentation" class="hf-page" width="100%" cellpadding="0" cellspacing="0" style="background:#f2f4f6"><tr><td align="center" style="padding:24px 12px">
${headAsHtml(letter, { pictures, direction, accent })}
<table role="presentation" class="hf-card" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;background:#ffffff;border:1px solid #dde2e7;border-radius:8px;border-collapse:separate;${FONT}"><tr><td dir="${direction}" style="padding:28px 32px 12px;text-align:${start}">
<h1 class="hf-ink" style="margin:0 0 16px;font-size:19px;line-height:26px;color:#111827;overflow-wrap:anywhere">${escaped(subject)}</h1>
${blocks.map((block) => blockAsHtml(block, { direction, accent })).join("\n")}${contactsAsHtml(letter, accent)}
</td></tr></table>
${operatorAtFoot(letter, pictures)}<p class="hf-muted" style="margin:16px 0 0;max-width:600px;font-size:12px;line-height:18px;color:#5b6672;${FONT}">${footerAsHtml(letter, accent)}</p>
</td></tr></table>
</body>
</html>
`;
}

/** Of a logo, in CSS pixels. */
const LOGO_BOX = { width: 120, height: 40 } as const;

type Paint = { readonly direction: Direction; readonly accent: Accent };

const footerAsHtml = ({ footer, footerLink }: Letter, { primary }: Accent): string =>
  [
    escaped(footer),
    ...(footerLink === undefined
      ? []
      : [
          `<a class="hf-link" href="${escaped(footerLink.url)}" target="_blank" rel="noopener noreferrer" style="color:${primary}">${escaped(footerLink.label)}</a>`,
        ]),
    ...imprint().map(escaped),
  ].join("<br>");

function contactsAsHtml({ contacts = [] }: Letter, { primary }: Accent): string {
  if (contacts.length === 0) return "";
  const rows = contacts.map(
    ([about, email]) =>
      `${escaped(about)} <a class="hf-link" href="mailto:${escaped(email)}" style="color:${primary}">${escaped(email)}</a>`,
  );
  return `\n<p class="hf-muted" style="margin:0 0 16px;font-size:13px;line-height:20px;color:#5b6672;overflow-wrap:anywhere">${rows.join("<br>")}</p>`;
}

/** The head: the seller of the order, otherwise the operator; with the logo on white in dark mode too, as most are drawn for white. */
function headAsHtml(
  { sender }: Letter,
  { pictures, direction, accent }: Paint & { readonly pictures: Pictures },
): string {
  const { start, end } = SIDES[direction];
  const name = `font-size:17px;line-height:24px;font-weight:700;letter-spacing:-0.2px;text-align:${start};overflow-wrap:anywhere;${FONT}`;
  const logo = sender === undefined ? operatorIdentity().logo : sender.logo;
  const src = sender === undefined ? pictures.operator : pictures.seller;
  const picture = logo === null ? "" : `<td style="padding-${end}:14px">${logoAsHtml(logo, { src, alt: "" })}</td>`;
  const words =
    sender === undefined
      ? `<td class="hf-link" width="100%" style="color:${accent.primary};${name}">${escaped(operatorName())}</td>`
      : `<td class="hf-ink" width="100%" style="color:#1f2933;${name}">${escaped(sender.name)}</td>`;
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;margin:0 0 14px"><tr>${picture}${words}</tr></table>`;
}

/** Above the small print, where the head is the seller's; its name is read where pictures aren't shown. */
function operatorAtFoot({ sender }: Letter, { operator: src }: Pictures): string {
  const { logo } = operatorIdentity();
  if (sender === undefined || logo === null) return "";
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:16px auto 0"><tr><td>${logoAsHtml(logo, { src, alt: operatorName() })}</td></tr></table>\n`;
}

function logoAsHtml(
  { width, height }: Pick<OperatorLogo, "width" | "height">,
  { src, alt }: { readonly src: string; readonly alt: string },
): string {
  const scale = Math.min(1, LOGO_BOX.width / width, LOGO_BOX.height / height);
  const [shownWidth, shownHeight] = [width, height].map((side) => Math.max(1, Math.round(side * scale)));
  return `<img src="${escaped(src)}" width="${shownWidth}" height="${shownHeight}" alt="${escaped(alt)}" style="display:block;padding:5px;background:#ffffff;border-radius:6px">`;
}

function blockAsHtml(block: Block, { direction, accent }: Paint): string {
  if ("say" in block) return `<p class="hf-ink" style="${PARAGRAPH}">${escaped(block.say)}</p>`;
  if ("quote" in block) return quoteAsHtml(block.quote, direction);
  if ("command" in block) {
    // A code is read, and typed somewhere else; a command is copied.
    const size = block.command.length <= 12 ? "font-size:24px;line-height:32px" : "font-size:13px;line-height:20px";
    return `<p class="hf-code" dir="ltr" style="margin:0 0 16px;padding:10px 14px;background:#f2f4f6;border-radius:6px;${size};color:#1f2933;word-break:break-all;${MONO}">${escaped(block.command)}</p>`;
  }
  if ("link" in block) return linkAsHtml(block.link, accent);
  if ("bill" in block) return billAsHtml(block.bill, direction);
  const rows = block.facts.map(
    ([name, value]) =>
      `<tr><td class="hf-muted" style="padding:3px 0;padding-${SIDES[direction].end}:16px;font-size:13px;line-height:20px;color:#5b6672;vertical-align:top">${escaped(name)}</td><td class="hf-ink" style="padding:3px 0;font-size:13px;line-height:20px;color:#1f2933;vertical-align:top;overflow-wrap:anywhere;word-break:break-word">${alone(value)}</td></tr>`,
  );
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 16px">${rows.join("")}</table>`;
}

function quoteAsHtml(lines: readonly string[], direction: Direction): string {
  const { start } = SIDES[direction];
  return `<p class="hf-ink hf-line" dir="auto" style="${PARAGRAPH};padding-${start}:14px;border-${start}:3px solid #dde2e7">${lines.map(escaped).join("<br>")}</p>`;
}

function linkAsHtml(
  { label, url, isQuiet = false }: Extract<Block, { link: unknown }>["link"],
  { primary, content }: Accent,
): string {
  const looks = isQuiet
    ? `class="hf-link" style="color:${primary};font-size:15px;line-height:23px"`
    : `class="hf-button" style="${BUTTON};background:${primary};color:${content}"`;
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
