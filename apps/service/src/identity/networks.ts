/** Networks that an API key may be used from: addresses, and blocks as RFC 4632 and RFC 4291 write them. */
import { BlockList, isIP, isIPv6 } from "node:net";
import { plainNumber } from "../domain/typed.js";

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

/** Whether the address is in one of the networks, or there are none. */
export function isWithin(networks: readonly string[], address: string): boolean {
  if (networks.length === 0) return true;
  const list = new BlockList();
  for (const network of networks) {
    const [start = "", bits = ""] = network.split("/");
    list.addSubnet(start, Number(bits), isIPv6(start) ? "ipv6" : "ipv4");
  }
  const plain = address.replace(/^::ffff:(?=\d+\.)/, "");
  return isIP(plain) !== 0 && list.check(plain, isIPv6(plain) ? "ipv6" : "ipv4");
}

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
