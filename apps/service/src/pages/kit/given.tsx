/**
 * Words of merchants. Preact escapes them; here they are isolated from our own words, whatever their direction and the
 * marks they carry, and kept to a few lines, so that they can neither imitate nor push away what we say.
 */
import type { ComponentChildren, JSX } from "preact";

const CLAMPS = {
  1: "line-clamp-1",
  2: "line-clamp-2",
  3: "line-clamp-3",
  5: "line-clamp-5",
  8: "line-clamp-8",
} as const;

/** A block of at most so many lines. */
export function Given({
  text,
  lines,
  class: classes = "",
  children = null,
}: {
  text: string;
  lines: keyof typeof CLAMPS;
  class?: string;
  /** The same text with links in it; the text itself for null. */
  children?: ComponentChildren;
}): JSX.Element {
  return (
    <span class={`given ${CLAMPS[lines]} ${classes}`}>
      <bdi>{children ?? text}</bdi>
    </span>
  );
}

/** A few words within a sentence of ours, which clips them (`given`). */
export const GivenName = ({ text }: { text: string }): JSX.Element => (
  <bdi class="font-medium text-base-content">{text}</bdi>
);
