/** Browsers from which somebody has signed in to the console before. */
import type { IncomingHttpHeaders } from "node:http";
import type { Arrival, PasswordAsker } from "../store/identity/sellers.js";
import type { Asker } from "../store/identity/windows.js";
import * as known from "./known-browsers.js";
import { networkOf } from "./networks.js";
import type { SellerAsking, SellerParts } from "./seller-parts.js";

type Parts = Pick<SellerParts, "cookies" | "markKey" | "addresses">;

const marksOf = ({ cookies, markKey, addresses }: Parts) =>
  ({ cookies, cookie: "seller_known", keys: markKey, visitorsPerAddress: addresses.visitors }) as const;

/** Who tries a password, as it is counted: all strangers together, or one browser that is known. */
export const passwordAskerOf = (
  parts: Parts,
  { headers, address }: Pick<SellerAsking, "headers" | "address">,
  email: string,
): PasswordAsker => ({
  email,
  network: networkOf(address),
  visitorsPerAddress: parts.addresses.visitors,
  subject: known.subjectOf(marksOf(parts), headers, email),
  isKnown: known.isKnown(marksOf(parts), headers, email),
});

/** Whether somebody has signed in with the address from this browser before. */
export const arrivalOf = (parts: Parts, headers: IncomingHttpHeaders, email: string): Arrival =>
  known.isKnown(marksOf(parts), headers, email) ? "known_browser" : "new_browser";

/** Cookies that make a browser known from now on. */
export const markOf = (parts: Parts, headers: IncomingHttpHeaders, email: string): readonly string[] =>
  known.markOf(marksOf(parts), headers, email);

/** Who asks for codes, as they are counted. */
export const askerOf = (
  parts: Parts,
  asking: Pick<SellerAsking, "headers" | "address">,
  email: string,
): Asker & { readonly network: string } => known.askerOf(marksOf(parts), asking, email);
