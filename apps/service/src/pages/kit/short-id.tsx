import type { JSX } from "preact";

/** Enough of the end of an id to tell it from others. */
const END = 6;
const WIDTHS = { wide: "short-id-wide", code: "short-id-code", usual: "", narrow: "short-id-narrow" } as const;

/**
 * An id on one line: where it does not fit, its middle gives way. It is whole in the page, so it is copied and read out whole.
 * @param props.width `wide` takes all the room that there is, `code` as much as a reference code has, but on phones, and
 *   `narrow` a dozen characters.
 */
export function ShortId({
  children: id,
  width = "usual",
}: {
  children: string;
  width?: keyof typeof WIDTHS;
}): JSX.Element {
  return (
    <span class={`short-id font-mono text-xs ${WIDTHS[width]}`} title={id}>
      <span>{id.slice(0, -END)}</span>
      <span>{id.slice(-END)}</span>
    </span>
  );
}
