import { LOGO_BYTES_MAX, LOGO_SIDE_MAX, type LogoProblem } from "../../../../domain/logo.js";

/** Why a picture is no logo. */
export const LOGO_PROBLEMS: Readonly<Record<LogoProblem, string>> = {
  type: "Choose a PNG, JPEG or WebP image.",
  large: `Choose an image of at most ${LOGO_BYTES_MAX / 1024} KB.`,
  sides: `Choose an image of at most ${LOGO_SIDE_MAX} pixels on each side.`,
  moving: "Choose an image that isn't animated.",
};
