/** Browsers from which somebody has signed in to the console before. */
import type { IncomingHttpHeaders } from "node:http";
import type { Arrival } from "../store/identity/sellers.js";
import * as known from "./known-browsers.js";
import type { SellerParts } from "./seller-parts.js";

type Parts = Pick<SellerParts, "cookies" | "markKey">;

const marksOf = ({ cookies, markKey }: Parts) => ({ cookies, cookie: "seller_known", keys: markKey }) as const;

/** Whose tries are counted together: those of all strangers, or of one browser that is known. */
export const subjectOf = (parts: Parts, headers: IncomingHttpHeaders, email: string): string =>
  known.subjectOf(marksOf(parts), headers, email);

/** Whether somebody has signed in with the address from this browser before. */
export const arrivalOf = (parts: Parts, headers: IncomingHttpHeaders, email: string): Arrival =>
  known.isKnown(marksOf(parts), headers, email) ? "known_browser" : "new_browser";

/** Cookies that make a browser known from now on. */
export const markOf = (parts: Parts, headers: IncomingHttpHeaders, email: string): readonly string[] =>
  known.markOf(marksOf(parts), headers, email);

/** Who asks for codes, as they are counted. */
export const askerOf = (parts: Parts, headers: IncomingHttpHeaders, about: { email: string; network: string }) =>
  known.askerOf(marksOf(parts), headers, about);
