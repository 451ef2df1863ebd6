import { duration } from "./format.js";
import type { Locale } from "./locale.js";

const MINUTE = 60;
const HOUR = 3_600;

/** How long somebody is asked to wait: in minutes, in hours from two on, always rounded up. */
export function waitText(seconds: number, locale: Locale): string {
  const unit = seconds > 2 * HOUR - MINUTE ? HOUR : MINUTE;
  return duration(Math.max(1, Math.ceil(seconds / unit)) * unit, locale);
}
