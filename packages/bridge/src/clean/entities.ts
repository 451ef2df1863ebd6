/** Names of characters in HTML, as shops store them in titles: those of Latin-1 and of typography. Anything else stays as it is. */

/** From U+00A0 on, in their order. */
const LATIN_1 =
  "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot " +
  "cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml " +
  "Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig " +
  "agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute " +
  "ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml";

const NAMED: ReadonlyMap<string, string> = new Map([
  ...LATIN_1.split(" ").map((name, place): [string, string] => [name, String.fromCodePoint(0xa0 + place)]),
  ...Object.entries({
    ...{ amp: "&", AMP: "&", lt: "<", LT: "<", gt: ">", GT: ">", quot: '"', QUOT: '"', apos: "'" },
    ...{ ndash: "–", mdash: "—", hellip: "…", bull: "•", trade: "™", euro: "€", permil: "‰", minus: "−" },
    ...{ lsquo: "‘", rsquo: "’", sbquo: "‚", ldquo: "“", rdquo: "”", bdquo: "„", lsaquo: "‹", rsaquo: "›" },
    ...{
      dagger: "†",
      Dagger: "‡",
      prime: "′",
      Prime: "″",
      frasl: "⁄",
      OElig: "Œ",
      oelig: "œ",
      Scaron: "Š",
      scaron: "š",
    },
    ...{ Yuml: "Ÿ", fnof: "ƒ", circ: "ˆ", tilde: "˜", ensp: "\u2002", emsp: "\u2003", thinsp: "\u2009" },
    ...{ zwnj: "\u200c", zwj: "\u200d", lrm: "\u200e", rlm: "\u200f" },
  }),
]);

const SURROGATES = [0xd800, 0xdfff] as const;

/** What browsers make of the codes that are none in Unicode, and that old editors wrote: `&#146;` is an apostrophe. */
const windows = new TextDecoder("windows-1252");

function characterOf(code: number): string | null {
  if (code >= 0x80 && code <= 0x9f) return windows.decode(Uint8Array.of(code));
  const isHalf = code >= SURROGATES[0] && code <= SURROGATES[1];
  return code > 0 && code <= 0x10_ffff && !isHalf ? String.fromCodePoint(code) : null;
}

/** Once: what was written to be shown as `&amp;` stays so. */
export const decode = (text: string): string =>
  text.replaceAll(
    /&(?:#(?<decimal>\d{1,7})|#[xX](?<hex>[0-9a-fA-F]{1,6})|(?<name>[A-Za-z]\w{1,7}));/g,
    (found, ...rest) => {
      const { decimal, hex, name = "" } = rest.at(-1) as Readonly<Record<string, string | undefined>>;
      const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
      return NAMED.get(name) ?? characterOf(code) ?? found;
    },
  );
