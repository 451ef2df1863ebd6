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
