/** Values as people read them. */
import type { Cents } from "../domain/money.js";

/** "$1,234.50". */
export function usd(amount: Cents): string {
  const whole = (amount / 100n).toString().replace(/\B(?=(\d{3})+$)/g, ",");
  return `$${whole}.${(amount % 100n).toString().padStart(2, "0")}`;
}

export const grouped = (count: number): string => count.toLocaleString("en-US");

const INSTANT = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });

/** "21 November 2026 at 20:00 UTC". The server does not know where the reader is, so the zone is said. */
export const instant = (unixSeconds: number): string => `${INSTANT.format(new Date(unixSeconds * 1000))} UTC`;

export const isoInstant = (unixSeconds: number): string => new Date(unixSeconds * 1000).toISOString();

const UNITS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const;

/** "3 days", "36 hours": the largest unit that it is a whole number of. */
export function duration(seconds: number): string {
  for (const [unit, size] of UNITS) {
    const count = seconds / size;
    if (Number.isInteger(count) && count > 0) return `${grouped(count)} ${unit}${count === 1 ? "" : "s"}`;
  }
  return "0 seconds";
}

/** At most so many characters, the last one an ellipsis if something was cut. */
export function clip(text: string, length: number): string {
  const characters = [...text];
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join("")}…`;
}

const SMALL_NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"] as const;

export const counted = (count: number, noun: string): string =>
  `${SMALL_NUMBERS[count] ?? grouped(count)} ${noun}${count === 1 ? "" : "s"}`;

/** "shop.example": where a link leads, as a browser would show it. Null for what is no web address. */
export function hostOf(link: string): string | null {
  const url = URL.parse(link);
  return url !== null && /^https?:$/.test(url.protocol) ? url.host : null;
}
