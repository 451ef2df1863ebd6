/** How a process reaches adapters over HTTP (`PROVIDERS=http:mybank`). */
import { isLoopback } from "../platform/loopback.js";
import { standardKeyOf } from "../platform/mac.js";
import type { Settings } from "./settings.js";

export type HttpName = `http:${string}`;

export type HttpConfig = {
  /** Behind `http:`. */
  readonly name: string;
  /** Without a slash at its end. */
  readonly url: string;
  /** The current one first. */
  readonly secrets: readonly string[];
  readonly isLive: boolean;
  /** On this machine, or at a host of PROVIDER_HOSTS_PRIVATE. */
  readonly isNear: boolean;
};

/** In capitals it is part of the names of settings: no two of them look alike there. */
export const isHttpName = (text: string): text is HttpName => /^http:[a-z][a-z0-9_]{0,31}$/.test(text);

export function readHttp({ optional, required }: Settings, mode: "sandbox" | "live", given: HttpName): HttpConfig {
  const name = given.slice("http:".length);
  const needs = `PROVIDERS=${given}`;
  const near = optional("PROVIDER_HOSTS_PRIVATE", "names of hosts, separated by commas", hostsIn) ?? [];
  const isNear = (url: URL): boolean => isLoopback(hostOf(url)) || near.includes(hostOf(url));
  const url = required(`PROVIDER_${name.toUpperCase()}_URL`, {
    needs,
    takes: "an address with https, without a query; with http on this machine or at a host of PROVIDER_HOSTS_PRIVATE",
    read: (text) => {
      const read = URL.parse(text);
      if (read === null || read.search !== "" || read.hash !== "" || read.username !== "" || read.password !== "")
        return null;
      return read.protocol === "https:" || (read.protocol === "http:" && isNear(read)) ? read : null;
    },
  });
  return {
    name,
    url: url === null ? "" : url.origin + url.pathname.replace(/\/$/, ""),
    secrets:
      required(`PROVIDER_${name.toUpperCase()}_SECRETS`, {
        needs,
        takes: "whsec_ and 24 to 64 bytes in base64; two are separated by a comma",
        read: secretsIn,
      }) ?? [],
    isLive: mode === "live",
    isNear: url !== null && isNear(url),
  };
}

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, "$1");

function hostsIn(text: string): readonly string[] | null {
  const hosts = text.split(",").map((part) => part.trim().toLowerCase());
  return hosts.every((host) => /^[a-z0-9](?:[a-z0-9.:-]{0,251}[a-z0-9])?$/.test(host)) ? hosts : null;
}

function secretsIn(text: string): readonly string[] | null {
  const secrets = text.split(",").map((part) => part.trim());
  const isUsable = secrets.length <= 2 && new Set(secrets).size === secrets.length;
  return isUsable && secrets.every((secret) => standardKeyOf(secret) !== null) ? secrets : null;
}
