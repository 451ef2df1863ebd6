/**
 * Which addresses of the internet anybody may be sent to: an allow list. IPv4 without every block of IANA's registry of
 * special-purpose addresses, and of IPv6 only what is assigned to registries, without its special blocks.
 *
 * Owns addresses as numbers. Knows nothing of names, URLs or sockets.
 */
import { isIPv4, isIPv6 } from "node:net";

/** In network order: 4 of IPv4, 16 of IPv6. */
type Bytes = readonly number[];

type Block = { readonly start: Bytes; readonly prefixBits: number };

/** IANA IPv4 Special-Purpose Address Registry (RFC 6890), those marked "globally reachable" included, and what it leaves out. */
const CLOSED_IPV4 = blocks([
  "0.0.0.0/8", // this network, RFC 791
  "10.0.0.0/8", // private use, RFC 1918
  "100.64.0.0/10", // shared between carrier and customer, RFC 6598; metadata of one cloud
  "127.0.0.0/8", // loopback, RFC 1122
  "169.254.0.0/16", // link-local, RFC 3927; metadata of most clouds
  "172.16.0.0/12", // private use, RFC 1918
  "192.0.0.0/24", // protocol assignments, RFC 6890; metadata of one cloud
  "192.0.2.0/24", // documentation, RFC 5737
  "192.31.196.0/24", // AS112, RFC 7535
  "192.52.193.0/24", // AMT, RFC 7450
  "192.88.99.0/24", // 6to4 relays, RFC 7526
  "192.168.0.0/16", // private use, RFC 1918
  "192.175.48.0/24", // AS112, RFC 7534
  "198.18.0.0/15", // benchmarks, RFC 2544
  "198.51.100.0/24", // documentation, RFC 5737
  "203.0.113.0/24", // documentation, RFC 5737
  "224.0.0.0/4", // multicast, RFC 5771
  "240.0.0.0/4", // reserved, RFC 1112, with the broadcast address
  "168.63.129.16/32", // in no registry: the host of every virtual machine of Azure
]);

/**
 * What IANA has assigned to the registries that hand out addresses: "IPv6 Global Unicast Address Assignments" (RFC 7249), as
 * last updated on 2025-10-10. The rest of 2000::/3 is nobody's, as is all outside of it: loopback, link-local, unique local,
 * multicast, and every wrapping of IPv4. 2001::/23 (protocol assignments) is assigned and left out, and so is 6to4 (2002::/16),
 * which leads to the IPv4 address inside.
 */
const OPEN_IPV6 = blocks([
  "2001:200::/23", // APNIC
  "2001:400::/23", // ARIN
  "2001:600::/23", // RIPE NCC
  "2001:800::/22", // RIPE NCC
  "2001:c00::/22", // APNIC
  "2001:1200::/23", // LACNIC
  "2001:1400::/22", // RIPE NCC
  "2001:1800::/23", // ARIN
  "2001:1a00::/23", // RIPE NCC
  "2001:1c00::/22", // RIPE NCC
  "2001:2000::/19", // RIPE NCC
  "2001:4000::/23", // RIPE NCC
  "2001:4200::/23", // AFRINIC
  "2001:4400::/23", // APNIC
  "2001:4600::/23", // RIPE NCC
  "2001:4800::/23", // ARIN
  "2001:4a00::/23", // RIPE NCC
  "2001:4c00::/23", // RIPE NCC
  "2001:5000::/20", // RIPE NCC
  "2001:8000::/19", // APNIC
  "2001:a000::/20", // APNIC
  "2001:b000::/20", // APNIC
  "2003::/18", // RIPE NCC
  "2400::/12", // APNIC
  "2410::/12", // APNIC
  "2600::/12", // ARIN
  "2610::/23", // ARIN
  "2620::/23", // ARIN
  "2630::/12", // ARIN
  "2800::/12", // LACNIC
  "2a00::/12", // RIPE NCC
  "2a10::/12", // RIPE NCC
  "2c00::/12", // AFRINIC
]);

/** IANA IPv6 Special-Purpose Address Registry (RFC 6890), as far as it lies in those. */
const CLOSED_IPV6 = blocks([
  "2001:db8::/32", // documentation, RFC 3849
  "2620:4f:8000::/48", // AS112, RFC 7534
]);

/** The last 32 bits are an IPv4 address that the packet goes to, so they decide. */
const WRAPS_IPV4 = blocks([
  "::ffff:0:0/96", // IPv4-mapped, RFC 4291
  "64:ff9b::/96", // NAT64, RFC 6052: what a network without IPv4 answers for every name that has only that
  "::/96", // IPv4-compatible, RFC 4291; long obsolete
]);

/** In the last of these blocks, yet addresses of their own: unspecified and loopback. */
const NOT_WRAPPED = ["::", "::1"].map((text) => parse(text));

/** Whether a packet to the address leaves for the public internet, and nowhere else. False for what is no address. */
export function isPublicAddress(text: string): boolean {
  const address = parse(text);
  if (address === null) return false;
  const inner = unwrap(address) ?? address;
  if (inner.length === 4) return !CLOSED_IPV4.some((closed) => isWithin(inner, closed));
  return OPEN_IPV6.some((open) => isWithin(inner, open)) && !CLOSED_IPV6.some((closed) => isWithin(inner, closed));
}

/** The IPv4 address that an IPv6 address is another spelling of (mapped, compatible, NAT64); null when it is none. */
export function wrappedIpv4(text: string): string | null {
  const address = parse(text);
  return (address && unwrap(address)?.join(".")) ?? null;
}

/** Networks as `address/bits`, or single addresses: whether an address lies in one of them, in whatever spelling. */
export function within(networks: readonly string[]): (address: string) => boolean {
  const closed = networks.map((text) => block(text.includes("/") ? text : `${text}/${text.includes(":") ? 128 : 32}`));
  return (text) => {
    const address = parse(text);
    const inner = address === null ? null : (unwrap(address) ?? address);
    return inner === null || closed.some((one) => isWithin(inner, one));
  };
}

/** Whether the text is an address, in any spelling that the system's own parser takes but for zone ids. */
export const isAddress = (text: string): boolean => parse(text) !== null;

function unwrap(address: Bytes): Bytes | null {
  if (address.length !== 16 || NOT_WRAPPED.some((other) => other?.join() === address.join())) return null;
  return WRAPS_IPV4.some((wrapping) => isWithin(address, wrapping)) ? address.slice(12) : null;
}

function isWithin(address: Bytes, { start, prefixBits }: Block): boolean {
  if (address.length !== start.length) return false;
  return start.every((byte, index) => {
    const freeBits = 8 - Math.min(8, Math.max(0, prefixBits - index * 8));
    return byte >> freeBits === (address[index] as number) >> freeBits;
  });
}

function parse(text: string): Bytes | null {
  if (isIPv4(text)) return text.split(".").map(Number);
  return isIPv6(text) && !text.includes("%") ? parseIpv6(text) : null;
}

/** Takes text that is known to be an IPv6 address: groups of 16 bits, one gap at most, perhaps with IPv4 at the end. */
function parseIpv6(text: string): Bytes {
  const [before = "", after] = text.split("::");
  const head = bytesOfGroups(before);
  if (after === undefined) return head;
  const tail = bytesOfGroups(after);
  return [...head, ...new Array<number>(16 - head.length - tail.length).fill(0), ...tail];
}

function bytesOfGroups(groups: string): number[] {
  if (groups === "") return [];
  return groups.split(":").flatMap((group) => {
    if (group.includes(".")) return group.split(".").map(Number);
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 0xff];
  });
}

function blocks(texts: readonly string[]): readonly Block[] {
  return texts.map(block);
}

function block(text: string): Block {
  const [start = "", prefixBits] = text.split("/");
  const bytes = parse(start);
  if (bytes === null) throw new Error(`${text} is no block of addresses`);
  return { start: bytes, prefixBits: Number(prefixBits) };
}
