/** Days as banks write them, counted from 1970 in UTC. */
import type { DateForm } from "../../domain/bank-statements.js";
import { dayText, parseDay } from "../../platform/clock.js";

/** Null for what is written otherwise, and for a day that no calendar has. A time may stand behind it. */
export function dayIn(text: string, form: DateForm): number | null {
  const pattern = form.replaceAll(/[./]/g, "\\$&").replace("YYYY", "(?<y>\\d{4})").replace("MM", "(?<m>\\d{2})");
  const { y, m, d } =
    new RegExp(`^${pattern.replace("DD", "(?<d>\\d{2})")}(?:[ T].*)?$`).exec(text.trim())?.groups ?? {};
  return y === undefined ? null : parseDay(`${y}-${m}-${d}`);
}

/** "260531" of the year 2026. */
export const dayOfSix = (text: string): number | null =>
  parseDay(`20${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4)}`);

/** The day of a month and day ("0102") that is next to another one: around the turn of a year it is of the other year. */
export function dayNear(other: number, monthAndDay: string): number {
  const year = Number(dayText(other).slice(0, 4));
  const days = [year - 1, year, year + 1].flatMap(
    (one) => parseDay(`${one}-${monthAndDay.slice(0, 2)}-${monthAndDay.slice(2)}`) ?? [],
  );
  return days.toSorted((a, b) => Math.abs(a - other) - Math.abs(b - other))[0] ?? other;
}
