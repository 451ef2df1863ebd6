/** A text for the camera of a phone. */
import type { JSX } from "preact";
import { encode } from "uqr";
import { sideOf } from "./icons.js";

/** Dark on light whatever the colours of the page are: cameras do not read it the other way round. */
export function QrCode({ text, label, class: classes }: { text: string; label: string; class: string }): JSX.Element {
  const { data, size } = encode(text, { ecc: "L", border: 3, maskPattern: MASK });
  return (
    <svg
      class={`${classes} rounded-field bg-white text-black`}
      width={sideOf(classes)}
      height={sideOf(classes)}
      viewBox={`0 0 ${size} ${size}`}
      shape-rendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path d={data.map(rowOf).join("")} stroke="currentColor" transform="translate(0 .5)" />
    </svg>
  );
}

/** Of eight that are all as good to a camera before a screen; to compare them takes a millisecond, which is half a page. */
const MASK = 2;

/** Dark squares that touch are one stroke: a page carries its picture itself, and is to stay small. */
const rowOf = (row: readonly boolean[], y: number): string =>
  [
    ...row
      .map((isDark) => (isDark ? "x" : "."))
      .join("")
      .matchAll(/x+/g),
  ]
    .map(({ 0: run, index }) => `M${index} ${y}h${run.length}`)
    .join("");
