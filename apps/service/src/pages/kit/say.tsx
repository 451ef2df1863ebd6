/** Sentences of a catalogue that have something put into them: "{seller} prepared this order." */
import type { ComponentChildren, JSX } from "preact";

const PLACE = /\{(\w+)\}/;

/**
 * A sentence with elements in its places. What is put in is never read for places again, so words of merchants stay words.
 * @throws when a place is named that nothing is given for, which is a bug of the catalogue.
 */
export function Say({ text, ...given }: { text: string } & Readonly<Record<string, ComponentChildren>>): JSX.Element {
  const pieces = text.split(PLACE).map((piece, index) => (index % 2 === 0 ? piece : partOf(given, piece)));
  return <>{pieces}</>;
}

/** The same with text alone, for a title or an attribute. */
export const fill = (text: string, given: Readonly<Record<string, string>>): string =>
  text
    .split(PLACE)
    .map((piece, index) => (index % 2 === 0 ? piece : partOf(given, piece)))
    .join("");

function partOf<Part>(given: Readonly<Record<string, Part>>, name: string): Part {
  const part = given[name];
  if (part === undefined) throw new Error(`nothing was given for {${name}}`);
  return part;
}
