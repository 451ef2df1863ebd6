/** What single values may be, and how they are read. */
import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { type Cents, parseMoney } from "../domain/money.js";
import type { Read } from "./settings.js";

/** `takes`: what a person is told that the value may be. */
export type Setting<Value> = { readonly takes: string; readonly reader: Read<Value> };

export const integer =
  (min: number, max: number): Read<number> =>
  (text) =>
    /^\d{1,10}$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : undefined;

export const oneOf =
  <const T extends string>(values: readonly T[]): Read<T> =>
  (text) =>
    values.find((value) => value === text);

export const AN_AMOUNT: Setting<Cents> = { takes: 'an amount such as "0.30"', reader: parseMoney };
export const A_COUNT: Setting<number> = {
  takes: "a whole number from 1 to 1000000000",
  reader: integer(1, 1_000_000_000),
};
export const A_PORT: Setting<number> = { takes: "a port from 0 to 65535", reader: integer(0, 65_535) };
export const A_HOST: Setting<string> = {
  takes: "an address or a host name",
  reader: (text) => (/^[\w.:%-]+$/.test(text) ? text : undefined),
};
/** @param which of all it has to be, as a message says it. */
export const A_DATABASE = (which: string): Setting<string> => ({
  takes: `a postgres:// URL${which.startsWith("with") ? "," : ""} ${which}`,
  reader: (text) => (/^postgres(ql)?:\/\/[^\s]+$/.test(text) ? text : undefined),
});
export const NETWORKS: Setting<readonly string[]> = {
  takes: "addresses or networks, separated by commas, such as 10.0.0.0/8",
  reader: (text) => each(text, (part) => (isNetwork(part) ? part : undefined)),
};
export const ORIGINS: Setting<readonly string[]> = {
  takes: "http or https origins, separated by commas",
  reader: (text) => each(text, origin),
};

function each(text: string, read: (part: string) => string | undefined): readonly string[] | undefined {
  const values = text.split(",").map((part) => read(part.trim()));
  return values.every((value) => value !== undefined) ? values : undefined;
}

export const keyList = (text: string): readonly Buffer[] | undefined => {
  const given = text.split(",").map((part) => secretKey(part.trim()));
  const isDistinct = new Set(given.map((one) => one?.toString("hex"))).size === given.length;
  return isDistinct && given.every((one) => one !== undefined) ? given : undefined;
};

function secretKey(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, "base64");
  return /^[A-Za-z0-9+/]{43}=?$/.test(text) && bytes.length === 32 ? bytes : undefined;
}

function isNetwork(text: string): boolean {
  const [address = "", bits] = text.split("/");
  const version = isIP(address);
  const bitsMax = version === 4 ? 32 : 128;
  return version !== 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= bitsMax));
}

export function origin(text: string): string | undefined {
  const url = URL.parse(text);
  const isOrigin = url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
  return isOrigin && url.pathname === "/" && url.search === "" && url.hash === "" ? url.origin : undefined;
}

export const mailServer = (text: string): URL | undefined => {
  const url = URL.parse(text);
  return url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== "" ? url : undefined;
};

export const mailAddress = (text: string): string | undefined =>
  /^(?:[^<>@\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(text.trim()) ? text.trim() : undefined;

export function certificates(path: string): string | undefined {
  try {
    const text = readFileSync(path, "utf8");
    void new X509Certificate(text); // throws for anything else
    return text;
  } catch {
    return undefined;
  }
}
