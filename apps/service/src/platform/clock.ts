/** This machine's clocks: for signatures, which receivers compare with their own, and for measuring waits. No rule of the business looks here. */

/** Real time in whole Unix seconds. */
export const unixSeconds = (): number => Math.floor(Date.now() / 1000);

/** For lines of a log. */
export const timestamp = (): string => new Date().toISOString();

/** Milliseconds since some moment; never goes back. */
export const monotonicMs = (): number => performance.now();

/** Whole milliseconds since it was made. */
export function stopwatch(): () => number {
  const start = performance.now();
  return () => Math.floor(performance.now() - start);
}

/** "2026-05-10" of a day of UTC that is counted from 1970, and back; null for anything else. */
export const dayText = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10);
export function parseDay(text: string): number | null {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(at) || dayText(at / 86_400_000) !== text ? null : at / 86_400_000;
}
