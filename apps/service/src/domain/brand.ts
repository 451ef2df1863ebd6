/**
 * A seller's colour on the pages of its buyers. Whatever was chosen is moved along its lightness, in OKLCH, until words in
 * it and words on it can be read, in light and in dark: hue and saturation stay as far as screens can show them.
 */

/** "#rrggbb", lower case. */
export type Colour = string & { readonly __unit: "colour" };

/** Null for anything else. Upper case is the same colour. */
export function parseColour(text: string): Colour | null {
  const lower = text.toLowerCase();
  return /^#[0-9a-f]{6}$/.test(lower) ? (lower as Colour) : null;
}

/** What a look of our pages paints with: the colour of links and buttons, and that of words on a button. */
export type Accent = { readonly primary: Colour; readonly content: Colour };
export type BrandTheme = { readonly light: Accent; readonly dark: Accent };

/**
 * The least contrast (WCAG 2.2, 1.4.3 asks for 4.5): of words on a plain or tinted ground, and of words on a button, which
 * daisyUI darkens a little under the pointer.
 */
const ON_GROUND = 4.6;
const ON_BUTTON = 5;

/** The grounds of app.css that are nearest to a colour in that look: base-200 in light, base-100 in dark. */
const LOOKS = {
  light: { ground: "#f5f7fa" as Colour, content: "#ffffff" as Colour, step: -0.005 },
  dark: { ground: "#181f26" as Colour, content: "#06090d" as Colour, step: 0.005 },
} as const;
/** As much of the colour as a tinted ground has (`bg-primary/10`). */
const TINT = 0.1;

export const themeOf = (colour: Colour): BrandTheme => ({
  light: accentOf(colour, "light"),
  dark: accentOf(colour, "dark"),
});

function accentOf(colour: Colour, look: keyof typeof LOOKS): Accent {
  const { ground, content, step } = LOOKS[look];
  const isReadable = (primary: Colour): boolean =>
    contrast(primary, ground) >= ON_GROUND &&
    contrast(primary, mix(primary, ground, TINT)) >= ON_GROUND &&
    contrast(content, primary) >= ON_BUTTON;
  if (isReadable(colour)) return { primary: colour, content };
  const { lightness, chroma, hue } = toOklch(colour);
  for (let moved = lightness + step; moved > 0 && moved < 1; moved += step) {
    const primary = fromOklch({ lightness: moved, chroma, hue });
    if (isReadable(primary)) return { primary, content };
  }
  return { primary: look === "light" ? BLACK : WHITE, content };
}

const BLACK = "#000000" as Colour;
const WHITE = "#ffffff" as Colour;

/** From 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrast(one: Colour, other: Colour): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

type Channels = readonly [red: number, green: number, blue: number];

const channelsOf = (colour: Colour): Channels =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255) as unknown as Channels;

const colourOf = (channels: Channels): Colour =>
  `#${channels.map((value) => byte(value).toString(16).padStart(2, "0")).join("")}` as Colour;
const byte = (value: number): number => Math.round(Math.min(1, Math.max(0, value)) * 255);

/** As a browser puts a colour that lets `1 - share` of the ground through. */
function mix(colour: Colour, ground: Colour, share: number): Colour {
  const below = channelsOf(ground);
  return colourOf(channelsOf(colour).map((value, at) => value * share + (below[at] ?? 0) * (1 - share)) as never);
}

const toLinear = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const toGamma = (value: number): number => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055);

function luminance(colour: Colour): number {
  const [red, green, blue] = channelsOf(colour).map(toLinear) as unknown as Channels;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

type Oklch = { readonly lightness: number; readonly chroma: number; readonly hue: number };

/** Björn Ottosson, "A perceptual color space for image processing". */
function toOklch(colour: Colour): Oklch {
  const [r, g, b] = channelsOf(colour).map(toLinear) as unknown as Channels;
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
  return { lightness, chroma: Math.hypot(a, bb), hue: Math.atan2(bb, a) };
}

/** With as much of the chroma as sRGB has room for at that lightness. */
function fromOklch(wanted: Oklch): Colour {
  let chroma = wanted.chroma;
  for (let tries = 0; tries < CHROMA_TRIES; tries += 1) {
    const channels = linearOf({ ...wanted, chroma });
    if (channels.every((value) => value >= -GAMUT_SLACK && value <= 1 + GAMUT_SLACK)) {
      return colourOf(channels.map((value) => toGamma(Math.max(0, value))) as never);
    }
    chroma *= 0.95;
  }
  return colourOf(linearOf({ ...wanted, chroma: 0 }).map((value) => toGamma(Math.max(0, value))) as never);
}

const CHROMA_TRIES = 80;
const GAMUT_SLACK = 0.0005;

function linearOf({ lightness, chroma, hue }: Oklch): Channels {
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}
