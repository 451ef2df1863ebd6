/**
 * Whether a posted form was sent by a page of ours in the browser that got the page (OWASP, "Cross-Site Request Forgery
 * Prevention": signed double-submit token, and the headers that only browsers set).
 */
import type { IncomingHttpHeaders } from "node:http";
import { isMac, type Keys, mac } from "../platform/keys.js";
import { token } from "../platform/random.js";
import type { Cookies } from "./cookies.js";

export type Forms = {
  /** The hidden field's value, and cookies to set when the browser has none yet. */
  token(headers: IncomingHttpHeaders): { readonly value: string; readonly cookies: readonly string[] };
  /** Whether a posted form may be believed: the token fits the cookie, and the page that sent it is ours. */
  isOurs(headers: IncomingHttpHeaders, posted: { readonly csrf?: unknown }): boolean;
};

const YEAR_SECONDS = 31_536_000;
const SALT_LENGTH = 16;
const BROWSER_LENGTH = 32;

/**
 * @param keys for this purpose alone.
 * @param origin the one that pages are served from, when it is configured; null takes the one that the request names.
 */
export function openForms({ keys, cookies, origin }: { keys: Keys; cookies: Cookies; origin: string | null }): Forms {
  // Each page bears another token, so that nothing can be learnt from how well pages compress (BREACH).
  const sign = (browser: string, salt: string): string =>
    `${salt}.${mac(keys, `${salt}.${browser}`).toString("base64url")}`;
  return {
    token: (headers) => {
      const known = cookies.read(headers, "browser");
      const browser = known ?? token(BROWSER_LENGTH);
      return {
        value: sign(browser, token(SALT_LENGTH)),
        cookies: known === null ? [cookies.write("browser", browser, YEAR_SECONDS)] : [],
      };
    },
    isOurs: (headers, { csrf }) => {
      const browser = cookies.read(headers, "browser");
      if (browser === null || typeof csrf !== "string" || !isFromOurPage(headers, origin)) return false;
      const salt = csrf.slice(0, SALT_LENGTH);
      return (
        csrf[SALT_LENGTH] === "." &&
        isMac(keys, Buffer.from(csrf.slice(SALT_LENGTH + 1), "base64url"), `${salt}.${browser}`)
      );
    },
  };
}

/** Browsers say which page a form comes from; a program that says nothing has no cookies of a person either. */
function isFromOurPage(headers: IncomingHttpHeaders, ours: string | null): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") return false;
  const { origin } = headers;
  if (origin === undefined) return true;
  return ours === null ? URL.parse(origin)?.host === headers.host : origin === ours;
}
