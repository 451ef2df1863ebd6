/** The operator's logo, from a file named in the environment or uploaded at the desk. */
import { type Colour, contrast } from "../domain/brand.js";
import { LOGO_BYTES_MAX, LOGO_SIDE_MAX, type LogoProblem, readLogo } from "../domain/logo.js";
import type { OperatorLogo } from "../domain/operator-identity.js";
import { sha256 } from "../platform/hash.js";
import { type Pixel, somePixel } from "../platform/png.js";

/** It goes into mails and papers too, which take no other kinds. */
export const LOGO_TAKES = `a PNG or JPEG of at most ${LOGO_BYTES_MAX / 1024} KB and ${LOGO_SIDE_MAX} pixels a side`;

export type LogoFault = LogoProblem | "svg" | "unseen_light" | "unseen_dark" | "unread";

/** What is wrong with one that isn't taken. */
export const LOGO_FAULTS: Readonly<Record<LogoFault, string>> = {
  type: "this is neither",
  svg: "this is an SVG, which may hold scripts",
  large: "this is larger",
  sides: "this one has other sides",
  moving: "this one moves",
  unread: "this one is broken or interlaced",
  unseen_light: "nothing of this one can be seen on white",
  unseen_dark: "nothing of this one can be seen on a dark page",
};

const GROUNDS = { light: "#ffffff", dark: "#181f26" } as const;
/** Of what can be made out at all; letters would need more. */
const CONTRAST_MIN = 1.25;

/** @param ground what it is shown on. */
export function readOperatorLogo(content: Uint8Array, ground: keyof typeof GROUNDS): OperatorLogo | LogoFault {
  const logo = readLogo(content);
  if (logo === "type") return looksLikeSvg(content) ? "svg" : "type";
  if (typeof logo === "string") return logo;
  if (logo.type === "image/webp") return "type";
  if (logo.type === "image/png") {
    const isSeen = somePixel(
      logo.content,
      (pixel) => contrast(shown(pixel, ground), GROUNDS[ground] as Colour) >= CONTRAST_MIN,
    );
    if (isSeen === null) return "unread";
    if (!isSeen) return `unseen_${ground}`;
  }
  return { ...logo, hash: sha256(logo.content).toString("hex").slice(0, 16) };
}

const looksLikeSvg = (content: Uint8Array): boolean =>
  /<svg[\s>]/i.test(Buffer.from(content.subarray(0, 2_000)).toString("latin1"));

/** The pixel as it is seen on that ground. */
function shown({ alpha, ...colours }: Pixel, ground: keyof typeof GROUNDS): Colour {
  const below = Buffer.from(GROUNDS[ground].slice(1), "hex");
  const share = alpha / 255;
  const mixed = [colours.red, colours.green, colours.blue].map(
    (value, at) => value * share + (below[at] ?? 0) * (1 - share),
  );
  return `#${Buffer.from(mixed.map(Math.round)).toString("hex")}` as Colour;
}
