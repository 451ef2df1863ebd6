/** How a parcel travels, as far as the API takes it: a shop's own data must not keep a delivery from being told. */
import type { ShippingInput } from "@holdfast/sdk";

const CARRIER_MAX = 60;
const NUMBER_MAX = 100;
const URL_MAX = 2_000;

/** Null where nothing is left to say. */
export function shippingOf(given: ShippingInput | undefined): ShippingInput | null {
  const carrier = lineOf(given?.carrier, CARRIER_MAX);
  const number = lineOf(given?.tracking_number, NUMBER_MAX);
  const url = urlOf(given?.tracking_url);
  if (carrier === "" && number === "" && url === "") return null;
  return {
    ...(carrier === "" ? {} : { carrier }),
    ...(number === "" ? {} : { tracking_number: number }),
    ...(url === "" ? {} : { tracking_url: url }),
  };
}

/** The same for people. */
export const shippingText = (shipping: ShippingInput | null): string =>
  [[shipping?.carrier, shipping?.tracking_number].filter(Boolean).join(" "), shipping?.tracking_url]
    .filter(Boolean)
    .join("\n");

const lineOf = (text: string | null | undefined, most: number): string =>
  [...(text ?? "").replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").trim()].slice(0, most).join("").trim();

function urlOf(text: string | null | undefined): string {
  const url = URL.parse((text ?? "").trim());
  const isTaken =
    url?.protocol === "https:" && url.username === "" && url.password === "" && url.href.length <= URL_MAX;
  return isTaken ? url.href : "";
}
