/**
 * Makes the font of the pages from the published one: all of its letters, in the weights and with the features that pages use. It is
 * most of what a first visit loads. The service does not need the packages at run time.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import subsetFont from "subset-font";

const FONT = import.meta.resolve("@fontsource-variable/inter/files/inter-latin-wght-normal.woff2");
const TARGET = new URL("../apps/service/dist/assets/inter-latin.woff2", import.meta.url);
/** The font has letters below U+3000 alone; those that it lacks are left out. */
const LETTERS = String.fromCodePoint(...Array(0x3000).keys());

const font = await subsetFont(readFileSync(new URL(FONT)), LETTERS, {
  targetFormat: "woff2",
  variationAxes: { wght: { min: 400, max: 700 } },
  // Kerning, accents in their places, and digits of one width.
  keepFeatures: ["kern", "mark", "mkmk", "ccmp", "tnum"],
});
mkdirSync(new URL(".", TARGET), { recursive: true });
writeFileSync(TARGET, font);
