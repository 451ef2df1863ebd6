/** Time zones by their IANA names: which there are, and what clocks and calendars show there. */

/** A name that `Intl` knows, as it spells it. */
export type Zone = string & { readonly kind: "time zone" };

export const UTC = "UTC" as Zone;

/** "Africa/Nairobi". Offsets such as "+03:00", which `Intl` takes too, are no zones: their clocks never change. */
const NAME = /^[A-Za-z][\w+-]{0,31}(?:\/[\w+-]{1,31}){0,2}$/;
/** Spellings that are kept, of the few hundred zones there are. */
const KNOWN_MAX = 1_000;
const known = new Map<string, Zone | null>();

/** Null for what is no time zone, whoever sent it. */
export function readZone(text: unknown): Zone | null {
  if (typeof text !== "string" || !NAME.test(text)) return null;
  const before = known.get(text);
  if (before !== undefined) return before;
  const zone = ask(text);
  if (known.size >= KNOWN_MAX) known.clear();
  known.set(text, zone);
  return zone;
}

function ask(name: string): Zone | null {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone as Zone;
  } catch {
    return null;
  }
}

/** All there are to choose from, UTC first. */
export const zones = (): readonly Zone[] => {
  offered ??= [UTC, ...(Intl.supportedValuesOf("timeZone") as Zone[]).filter((zone) => zone !== UTC)];
  return offered;
};
let offered: readonly Zone[] | undefined;

/** "Africa/Nairobi", "America/New York": as people read it. */
export const zoneName = (zone: Zone): string => zone.replaceAll("_", " ");

const OFFSETS_MAX = 500;
const offsets = new Map<Zone, Intl.DateTimeFormat>();

function offsetFormat(zone: Zone): Intl.DateTimeFormat {
  const made = offsets.get(zone) ?? new Intl.DateTimeFormat("en", { timeZone: zone, timeZoneName: "shortOffset" });
  if (offsets.size >= OFFSETS_MAX) offsets.clear();
  offsets.set(zone, made);
  return made;
}

/** "UTC+3", "UTC-3:30", "UTC": how its clocks are set at a moment. */
export function offsetName(unixSeconds: number, zone: Zone): string {
  if (zone === UTC) return UTC;
  const parts = offsetFormat(zone).formatToParts(unixSeconds * 1000);
  return (parts.find(({ type }) => type === "timeZoneName")?.value ?? UTC).replace("GMT", UTC);
}

const OFFSET = /^UTC(?:([+-])(\d{1,2})(?::(\d{2}))?(?::(\d{2}))?)?$/;

/** By how many seconds its clocks are ahead of UTC at a moment. */
export function offsetSeconds(unixSeconds: number, zone: Zone): number {
  const [, sign, hours = "0", minutes = "0", seconds = "0"] = OFFSET.exec(offsetName(unixSeconds, zone)) ?? [];
  const size = Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);
  return sign === "-" ? -size : size;
}

/** "2026-11-21 23:00:41": what its clocks show, as spreadsheets read it. */
export const clockText = (unixSeconds: number, zone: Zone): string =>
  new Date((unixSeconds + offsetSeconds(unixSeconds, zone)) * 1000).toISOString().slice(0, 19).replace("T", " ");

/** The moment at which clocks there show "2026-11-21T20:00", with seconds or without; null for what no clock shows. */
export function clockMoment(text: string, zone: Zone): number | null {
  const ms = Date.parse(`${text}Z`);
  if (Number.isNaN(ms) || !new Date(ms).toISOString().startsWith(text)) return null;
  const shown = Math.floor(ms / 1000);
  // Asked at the moment itself, too: clocks may have been set between the two. What they leave out comes after it.
  return shown - offsetSeconds(shown - offsetSeconds(shown, zone), zone);
}

/** The first second of a day, "2026-11-21", there; null for a day that no calendar has. */
export const dayStart = (day: string, zone: Zone): number | null => clockMoment(`${day}T00:00`, zone);
