/** What every page needs to know of the deployment it is part of: its assets, its mode, the headers it is sent with. */
import { createHmac, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { API_PATH } from "@holdfast/contract";
import { type Accent, type Colour, parseColour, themeOf } from "../../domain/brand.js";
import type { Keys } from "../../platform/keys.js";
import type { Zone } from "../../words/zone.js";
import { type Stored, store, storeAside } from "./stored.js";

export type Theme = "system" | "light" | "dark";

export type Site = {
  /** How links to us start, without a slash at its end. */
  readonly origin: () => string;
  /** How pages look, light or dark, until a browser chooses. */
  readonly theme: Theme;
  /** Where its reader is; null until that is known, and on pages that are the same for everybody. */
  readonly zone: Zone | null;
  /** The cookie that a script writes the browser's time zone to, with `$` in place of its name; null where it need not. */
  readonly zoneCookie: string | null;
  /** Whether money is play money here. */
  readonly isSandbox: boolean;
  /** Whether money comes in on rails of the operator's own. */
  readonly hasRails: boolean;
  readonly headers: Readonly<Record<string, string>>;
  /** The same for a page whose form may lead on to a page of these origins, where a payer types in a card. */
  leadingHeaders(origins: readonly string[]): Readonly<Record<string, string>>;
  /** For a page that the given origins, and nobody else, may show inside of theirs. It runs the small scripts. */
  framedHeaders(origins: readonly string[]): Readonly<Record<string, string>>;
  /** URLs that change with the content behind them. */
  readonly urls: {
    readonly stylesheet: string;
    readonly font: string;
    readonly icon: string;
    /** What a phone puts on its home screen. */
    readonly touchIcon: string;
    /** The picture beside a link to a page, in messages. */
    readonly preview: string;
    readonly waitScript: string;
    readonly searchScript: string;
    readonly docsScript: string;
    readonly liveScript: string;
    readonly frameScript: string;
    /** In the order in which a page with passkeys loads them. */
    readonly passkeyScripts: readonly string[];
    readonly openApi: string;
  };
  /** What sellers load into pages of theirs, from an address that stays. */
  readonly embedScript: Stored;
  /** By the name below /assets/. */
  readonly assets: ReadonlyMap<string, Stored>;
  /** The style sheet in the colours of others: one file, so that it costs no request. */
  readonly branded: {
    url(colours: Colours): string;
    /** The colour that a part of such an address names; null for one that no page of ours has written. */
    colourIn(part: string): Colour | null;
    sheet(colours: Colours): Promise<Stored>;
  };
};

/** Each null for the product's. */
type Colours = {
  /** On all of a page. */
  readonly operator: Colour | null;
  /** On what bears the class `brand`. */
  readonly seller: Colour | null;
};

const FONT = "inter-latin.woff2";
const STYLES = "app.css";
const ICON = "favicon.svg";
const TOUCH_ICON = "touch-icon.png";
const PREVIEW = "preview.png";
const WAIT_SCRIPT = "wait.js";
const SEARCH_SCRIPT = "search.js";
const DOCS_SCRIPT = "docs.js";
const LIVE_SCRIPT = "live.js";
const FRAME_SCRIPT = "frame.js";
const EMBED_SCRIPT = "embed.js";
const PASSKEY_SCRIPT = "passkey.js";
const WEBAUTHN_SCRIPT = "webauthn.js";

/** The same for every site of a process. */
let built: ReturnType<typeof readAssets> | undefined;

function readAssets() {
  const font = store("font/woff2", readBuilt(FONT));
  const css = readBuilt(STYLES).toString("utf8").replaceAll(`/assets/${FONT}`, assetUrl(FONT, font));
  const styles = store(CSS_TYPE, css);
  const icon = store("image/svg+xml", readBuilt(ICON));
  const touchIcon = store("image/png", readBuilt(TOUCH_ICON));
  const preview = store("image/png", readBuilt(PREVIEW));
  const waitScript = store(SCRIPT_TYPE, readBuilt(WAIT_SCRIPT));
  const searchScript = store(SCRIPT_TYPE, readBuilt(SEARCH_SCRIPT));
  const docsScript = store(SCRIPT_TYPE, readBuilt(DOCS_SCRIPT));
  const liveScript = store(SCRIPT_TYPE, readBuilt(LIVE_SCRIPT));
  const frameScript = store(SCRIPT_TYPE, readBuilt(FRAME_SCRIPT));
  const embedScript = store(SCRIPT_TYPE, readBuilt(EMBED_SCRIPT));
  const passkeyScript = store(SCRIPT_TYPE, readBuilt(PASSKEY_SCRIPT));
  const webauthnScript = store(SCRIPT_TYPE, readFileSync(webauthnFile()));
  return {
    css,
    font,
    styles,
    icon,
    touchIcon,
    preview,
    waitScript,
    searchScript,
    docsScript,
    liveScript,
    frameScript,
    embedScript,
    passkeyScript,
    webauthnScript,
  };
}

/** Reads the built assets. @throws when the pages were not built. */
export function openSite({
  mode,
  publicUrl,
  origin = () => publicUrl ?? "",
  brandKeys = [randomBytes(32)],
  hasRails = false,
}: {
  readonly mode: "sandbox" | "live";
  readonly publicUrl: string | null;
  /** For a place that is known only when somebody listens there. */
  readonly origin?: (() => string) | undefined;
  /** For addresses of brand style sheets alone; the same in every process. */
  readonly brandKeys?: Keys;
  readonly hasRails?: boolean;
}): Site {
  built ??= readAssets();
  const { css, font, styles, icon, waitScript, searchScript, liveScript, passkeyScript, webauthnScript } = built;
  const { frameScript, embedScript, docsScript, touchIcon, preview } = built;
  const isHttps = publicUrl?.startsWith("https://") === true;
  return {
    theme: "system",
    zone: null,
    zoneCookie: null,
    origin,
    isSandbox: mode === "sandbox",
    hasRails,
    headers: securityHeaders(PAGE_POLICY, isHttps),
    leadingHeaders: (origins) =>
      securityHeaders(PAGE_POLICY.replace("form-action 'self'", ["form-action 'self'", ...origins].join(" ")), isHttps),
    framedHeaders: (origins) =>
      securityHeaders(
        PAGE_POLICY.replace("frame-ancestors 'none'", ["frame-ancestors", ...origins].join(" ")),
        isHttps,
      ),
    embedScript,
    urls: {
      stylesheet: assetUrl(STYLES, styles),
      font: assetUrl(FONT, font),
      icon: assetUrl(ICON, icon),
      touchIcon: assetUrl(TOUCH_ICON, touchIcon),
      preview: assetUrl(PREVIEW, preview),
      waitScript: assetUrl(WAIT_SCRIPT, waitScript),
      searchScript: assetUrl(SEARCH_SCRIPT, searchScript),
      docsScript: assetUrl(DOCS_SCRIPT, docsScript),
      liveScript: assetUrl(LIVE_SCRIPT, liveScript),
      frameScript: assetUrl(FRAME_SCRIPT, frameScript),
      passkeyScripts: [assetUrl(WEBAUTHN_SCRIPT, webauthnScript), assetUrl(PASSKEY_SCRIPT, passkeyScript)],
      openApi: `${API_PATH}/openapi.json`,
    },
    assets: new Map([
      [FONT, font],
      [STYLES, styles],
      [ICON, icon],
      [TOUCH_ICON, touchIcon],
      [PREVIEW, preview],
      [WAIT_SCRIPT, waitScript],
      [SEARCH_SCRIPT, searchScript],
      [DOCS_SCRIPT, docsScript],
      [LIVE_SCRIPT, liveScript],
      [FRAME_SCRIPT, frameScript],
      [WEBAUTHN_SCRIPT, webauthnScript],
      [PASSKEY_SCRIPT, passkeyScript],
    ]),
    branded: {
      url: ({ operator, seller }) =>
        [
          assetUrl(STYLES, styles),
          ...(operator === null ? [] : [`house=${signed(brandKeys[0], operator)}`]),
          ...(seller === null ? [] : [`brand=${signed(brandKeys[0], seller)}`]),
        ].join("&"),
      colourIn: (brand) => {
        const colour = parseColour(`#${brand.slice(0, 6)}`);
        return colour !== null && brandKeys.some((key) => brand === signed(key, colour)) ? colour : null;
      },
      sheet: brandedSheets(css),
    },
  };
}

/**
 * A sheet is made for colours that a seller has, or is trying out, and for no others: an address bears the mark of the page that
 * has written it. A guessed one costs us no work.
 */
const signed = (key: Buffer, colour: Colour): string =>
  `${colour.slice(1)}.${createHmac("sha256", key).update(colour).digest("base64url").slice(0, 16)}`;

const SCRIPT_TYPE = "text/javascript; charset=utf-8";
const CSS_TYPE = "text/css; charset=utf-8";
/** Sheets that are kept: the colours of a busy day. Any other is made again, in some milliseconds. */
const BRANDED_MAX = 200;

function brandedSheets(css: string): Site["branded"]["sheet"] {
  const made = new Map<string, Promise<Stored>>();
  const faint = [...new Set(Array.from(css.matchAll(/--color-primary-(\d+)\b/g), ([, percent]) => Number(percent)))];
  return (colours) => {
    const key = `${colours.operator} ${colours.seller}`;
    const known = made.get(key);
    if (known !== undefined) return known;
    const [oldest] = made.keys();
    if (oldest !== undefined && made.size >= BRANDED_MAX) made.delete(oldest);
    const sheet = storeAside(CSS_TYPE, css + houseRules(colours.operator, faint) + brandRules(colours.seller, faint));
    made.set(key, sheet);
    return sheet;
  };
}

/** `faint`: in how many percent the style sheet has the colour as well (tools/styles.mjs). */
function painted({ primary, content }: Accent, faint: readonly number[]): string {
  const made = faint.map((percent) => `;--color-primary-${percent}:${primary}${byteOf(percent)}`);
  return `{--color-primary:${primary};--color-primary-content:${content}${made.join("")}}`;
}

/** As heavy as the themes of the built sheet, which it follows; a page that is printed keeps its ink. */
const THEME = ":not(#\\##\\#)";

function houseRules(colour: Colour | null, faint: readonly number[]): string {
  if (colour === null) return "";
  const { light, dark } = themeOf(colour);
  const [inLight, inDark] = [painted(light, faint), painted(dark, faint)];
  return (
    `:root${THEME},[data-theme=holdfast]${THEME}${inLight}` +
    `@media (prefers-color-scheme:dark){:root:not([data-theme])${THEME}${inDark}}[data-theme=holdfast-dark]${THEME}${inDark}`
  );
}

/** As the browser prefers; where the page is held to one look, that one; and within a part that is held to one, that. */
function brandRules(colour: Colour | null, faint: readonly number[]): string {
  if (colour === null) return "";
  const { light, dark } = themeOf(colour);
  const [inLight, inDark] = [painted(light, faint), painted(dark, faint)];
  const held = [":root[data-theme=$] .brand", "[data-theme=$]:not(:root) .brand"].map(
    (selector) => `${selector.replace("$", "holdfast")}${inLight}${selector.replace("$", "holdfast-dark")}${inDark}`,
  );
  return `.brand${inLight}@media (prefers-color-scheme:dark){.brand${inDark}}${held.join("")}`;
}

/** How opaque so many percent are, as the last byte of a colour. */
const byteOf = (percent: number): string =>
  Math.round((percent * 255) / 100)
    .toString(16)
    .padStart(2, "0");

/** The browser's part of the library that checks passkeys, as it is published: one file, which sets one global. */
const webauthnFile = (): string => join(dirname(locate(WEBAUTHN)), "../dist/bundle/index.umd.min.js");
const WEBAUTHN = "@simplewebauthn/browser";

const assetUrl = (name: string, { hash }: Stored): string => `/assets/${name}?v=${hash}`;

const locate = createRequire(import.meta.url).resolve;

function readBuilt(name: string): Buffer {
  try {
    return readFileSync(locate(`@holdfast/service/assets/${name}`));
  } catch (error) {
    throw new Error(`the asset ${name} is missing: npm run build makes it`, { cause: error });
  }
}

/** Nothing but our own style sheet, font, images and scripts; no frame, no base. */
const PAGE_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "script-src 'self'",
].join("; ");

/** Nothing of ours looks, listens, or asks where somebody is; passkeys are for our own pages. */
const PERMISSIONS_POLICY = [
  "accelerometer",
  "camera",
  "display-capture",
  "geolocation",
  "gyroscope",
  "magnetometer",
  "microphone",
  "midi",
  "payment",
  "usb",
]
  .map((feature) => `${feature}=()`)
  .concat("publickey-credentials-get=(self)", "publickey-credentials-create=(self)")
  .join(", ");

const YEAR_SECONDS = 31_536_000;

const securityHeaders = (policy: string, isHttps: boolean): Readonly<Record<string, string>> => ({
  "Content-Security-Policy": policy,
  "X-Content-Type-Options": "nosniff",
  // A session's address is as good as its link: other sites never learn it. Our own forms still send their origin.
  "Referrer-Policy": "same-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Permissions-Policy": PERMISSIONS_POLICY,
  ...(isHttps ? { "Strict-Transport-Security": `max-age=${YEAR_SECONDS}` } : {}),
});
