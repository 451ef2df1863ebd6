/**
 * Addresses of visitors, and networks: those that an API key may be used from, as RFC 4632 and RFC 4291 write them, and those that are
 * counted as one visitor.
 */
import { BlockList, isIP, isIPv4, isIPv6 } from "node:net";
import { plainNumber } from "../domain/typed.js";

/** `198.51.100.7:51234`, `[2001:db8::1]:443`, `[2001:db8::1]`, and any of them in quotes. */
const WRITTEN = /^"?(?:\[([^\]"]*)\]|([\d.]+)(?=:|"?$)|([^"[\]]*))(?::\d{0,5})?"?$/;

/**
 * The one reader of addresses: as a socket has it, or a proxy writes it, with a port, brackets, quotes or a zone, an IPv4 address
 * inside of IPv6. As it is compared and counted then: IPv4 in dots, IPv6 in eight groups of small letters. Null for what is no address.
 */
export function readAddress(written: string): string | null {
  const [, bracketed, dotted, plain] = WRITTEN.exec(written.trim()) ?? [];
  const address = (bracketed ?? dotted ?? plain ?? "").trim();
  if (isIPv4(address)) return address;
  const [bare = ""] = address.split("%", 1);
  if (!isIPv6(bare)) return null;
  const groups = groupsOf(bare);
  if (groups.slice(0, 5).some((group) => group !== 0) || groups[5] !== 0xffff)
    return groups.map((group) => group.toString(16)).join(":");
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 0xff])
    .join(".");
}

/** What limits by address count: one caller of IPv6 has a network of 2^64 addresses, so it is the network. */
export function networkOf(address: string): string {
  const read = readAddress(address);
  if (read === null || isIPv4(read)) return read ?? address;
  return `${read.split(":").slice(0, 4).join(":")}::/64`;
}

/**
 * A list of `X-Forwarded-For`, which each proxy adds to at its end, as far as it may be believed: up to what is no address, such as
 * `unknown`, which counts as the one who wrote it.
 */
export function readForwarded(header: string): readonly string[] {
  const addresses = header.split(",").map(readAddress);
  return addresses.slice(addresses.lastIndexOf(null) + 1) as string[];
}

export const NETWORKS_MAX = 20;

/** As it is stored, `address/bits` with no bit set behind them; null for what is no network. */
export function readNetwork(typed: string): string | null {
  const [address = "", bits, ...more] = plainNumber(typed).split("/");
  const version = isIP(address);
  if (version === 0 || address.includes("%") || more.length > 0) return null;
  const most = version === 4 ? 32 : 128;
  if (bits !== undefined && (!/^\d{1,3}$/.test(bits) || Number(bits) > most)) return null;
  const length = bits === undefined ? most : Number(bits);
  return `${maskedAddress(address, length)}/${length}`;
}

/** Tells whether an address, however it is written, is one of these or in one of these. */
export function openNetworks(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  const familyOf = (address: string) => (isIPv6(address) ? "ipv6" : "ipv4");
  for (const network of networks) {
    const [start = "", bits] = network.split("/");
    if (bits === undefined) list.addAddress(start, familyOf(start));
    else list.addSubnet(start, Number(bits), familyOf(start));
  }
  return (address) => {
    const read = readAddress(address);
    return read !== null && list.check(read, familyOf(read));
  };
}

/** Whether the address is in one of the networks, or there are none. */
export const isWithin = (networks: readonly string[], address: string): boolean =>
  networks.length === 0 || openNetworks(networks)(address);

/** The first address of the block: the database takes no other as a network. */
function maskedAddress(address: string, length: number): string {
  if (!isIPv6(address)) {
    const value = address.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);
    const size = 2 ** (32 - length);
    const first = Math.floor(value / size) * size;
    return [24, 16, 8, 0].map((shift) => Math.floor(first / 2 ** shift) % 256).join(".");
  }
  const groups = groupsOf(address);
  return groups
    .map((group, at) => {
      const kept = Math.min(16, Math.max(0, length - at * 16));
      return (group & (0xffff << (16 - kept)) & 0xffff).toString(16);
    })
    .join(":");
}

/** The eight groups of an address of IPv6, also of one that ends like one of IPv4. */
function groupsOf(address: string): readonly number[] {
  const written = address.replace(/(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/, (_all, ...parts: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = parts.slice(0, 4).map(Number);
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  });
  const [head = "", tail] = written.split("::");
  const read = (text: string): number[] =>
    text === "" ? [] : text.split(":").map((group) => Number.parseInt(group, 16));
  const [left, right] = [read(head), read(tail ?? "")];
  return [...left, ...Array<number>(Math.max(0, 8 - left.length - right.length)).fill(0), ...right];
}
