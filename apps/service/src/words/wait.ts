/** How long somebody is asked to wait, in the unit that is said: minutes, or hours from two on. Always rounded up. */

export type Wait = { readonly count: number; readonly unit: "minute" | "hour" };

export function waitOf(seconds: number): Wait {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  return minutes < 120 ? { count: minutes, unit: "minute" } : { count: Math.ceil(minutes / 60), unit: "hour" };
}
