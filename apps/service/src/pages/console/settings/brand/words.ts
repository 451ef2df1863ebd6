import { LOGO_BYTES_MAX, LOGO_SIDE_MAX, type LogoProblem } from "../../../../domain/logo.js";

/** Why a picture is no logo. */
export const LOGO_PROBLEMS: Readonly<Record<LogoProblem, string>> = {
  type: "A logo is a PNG, JPEG or WebP picture.",
  large: `A logo has at most ${LOGO_BYTES_MAX / 1024} KB.`,
  sides: `A logo has at most ${LOGO_SIDE_MAX} pixels on each side.`,
  moving: "A logo does not move: please choose a still picture.",
};
