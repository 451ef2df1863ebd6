/** Text of a seller in which web addresses can be followed. What looks like one and could mislead stays text. */
import { LinkifyIt } from "linkify-it";
import type { JSX } from "preact";

// Addresses that say themselves that they are on the web, and nothing that is guessed.
const finder = new LinkifyIt({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
for (const scheme of ["ftp:", "mailto:", "//"]) finder.add(scheme, null);

/** Marks that turn the direction of what follows, and so what an address seems to be. */
const TURNS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

type Piece = { readonly text: string; readonly url: string | null };

/**
 * The text in pieces, up to a place in it.
 * @param shown characters (UTF-16) from the beginning; an address that reaches beyond stays text.
 */
export function linkPieces(text: string, shown = text.length): readonly Piece[] {
  const found = (finder.match(text) ?? []).filter(({ lastIndex, raw }) => lastIndex <= shown && isPlainUrl(raw));
  const pieces: Piece[] = [];
  let at = 0;
  for (const { index, lastIndex, raw } of found) {
    pieces.push({ text: text.slice(at, index), url: null }, { text: raw, url: raw });
    at = lastIndex;
  }
  return [...pieces, { text: text.slice(at, shown), url: null }].filter((piece) => piece.text !== "");
}

const isPlainUrl = (raw: string): boolean => {
  const url = URL.parse(raw);
  return url !== null && /^https?:$/.test(url.protocol) && url.hostname.includes(".") && !TURNS.test(raw);
};

/** Leads out of our pages: tells the other side nothing of the order, and no search engine that we recommend it. */
const OutLink = ({ url }: { url: string }): JSX.Element => (
  <a
    class="link link-primary [overflow-wrap:anywhere]"
    href={url}
    dir="ltr"
    target="_blank"
    rel="noopener noreferrer nofollow"
  >
    {url}
  </a>
);

export const LinkedText = ({ text, shown }: { text: string; shown?: number }): JSX.Element => (
  <>{linkPieces(text, shown).map((piece) => (piece.url === null ? piece.text : <OutLink url={piece.url} />))}</>
);
