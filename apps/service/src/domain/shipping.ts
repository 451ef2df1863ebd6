/** How a delivery travels, as its seller says. */
import { tidy } from "./typed.js";

/** At least one of them is not "". */
export type Shipping = {
  readonly carrier: string;
  readonly trackingNumber: string;
  /** An https address. */
  readonly trackingUrl: string;
};

/** Null when nothing was said. */
export function shippingOf(given: { readonly [Field in keyof Shipping]?: string | undefined }): Shipping | null {
  const { carrier = "", trackingNumber = "", trackingUrl = "" } = given;
  const shipping = { carrier: tidy(carrier), trackingNumber: tidy(trackingNumber), trackingUrl };
  return Object.values(shipping).every((value) => value === "") ? null : shipping;
}

/** The same as lines of text, for readers who see a delivery's details and nothing else. */
function shippingLines({ carrier, trackingNumber, trackingUrl }: Shipping): string {
  const lines = [
    ["Carrier", carrier],
    ["Tracking number", trackingNumber],
    ["Tracking link", trackingUrl],
  ] as const;
  return lines
    .filter(([, value]) => value !== "")
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");
}

/** The details of a delivery that was written as a note and fields. */
export const detailsWith = (note: string, shipping: Shipping | null): string =>
  [tidy(note), shipping === null ? "" : shippingLines(shipping)].filter((part) => part !== "").join("\n\n");

/** What the details say besides the fields; all of it where they were written in another way. */
export function noteIn(details: string, shipping: Shipping | null): string {
  if (shipping === null) return details;
  const lines = shippingLines(shipping);
  if (details === lines) return "";
  return details.endsWith(`\n\n${lines}`) ? details.slice(0, -lines.length - 2) : details;
}
