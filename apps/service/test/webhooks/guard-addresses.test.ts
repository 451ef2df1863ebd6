/** Every address that matters, in every spelling that a program could take it in. */
import { BlockList } from "node:net";
import { afterAll, describe, expect, test } from "vitest";
import { isAddress, isPublicAddress, wrappedIpv4 } from "../../src/outbound/addresses.js";
import { readTarget } from "../../src/outbound/guard.js";
import { bound } from "../bounds.js";

/** Written apart from the code: IANA's two registries of special-purpose addresses, and what else must not be reached. */
const REFUSED_IPV4 = `
  0.0.0.0/8        10.0.0.0/8        100.64.0.0/10     127.0.0.0/8       169.254.0.0/16    172.16.0.0/12
  192.0.0.0/24     192.0.2.0/24      192.31.196.0/24   192.52.193.0/24   192.88.99.0/24    192.168.0.0/16
  192.175.48.0/24  198.18.0.0/15     198.51.100.0/24   203.0.113.0/24    224.0.0.0/4       240.0.0.0/4
  255.255.255.255/32   168.63.129.16/32`;

/** Single ones that people have been robbed through. */
const NOTORIOUS_IPV4 = `
  0.0.0.0 127.0.0.1 127.1.1.1 127.255.255.254 10.0.0.1 10.255.255.255 172.16.0.1 172.31.255.255 192.168.0.1 192.168.255.255
  169.254.169.254 169.254.170.2 169.254.0.1 100.100.100.200 100.64.0.1 100.127.255.255 192.0.0.192 192.0.0.9 168.63.129.16
  198.18.0.1 198.19.255.255 224.0.0.1 239.255.255.250 240.0.0.1 255.255.255.255`;

const ACCEPTED_IPV4 = `
  1.1.1.1 1.0.0.0 8.8.8.8 9.9.9.9 9.255.255.255 11.0.0.0 45.33.32.156 93.184.216.34 100.63.255.255 100.128.0.0 104.16.0.1
  126.255.255.255 128.0.0.0 140.82.112.3 168.63.129.15 168.63.129.17 169.253.255.255 169.255.0.0 172.15.255.255 172.32.0.0
  185.199.108.153 191.255.255.255 192.0.1.0 192.0.3.0 192.31.195.255 192.31.197.0 192.52.192.255 192.52.194.0 192.88.98.255
  192.88.100.0 192.167.255.255 192.169.0.0 192.175.47.255 192.175.49.0 198.17.255.255 198.20.0.0 198.51.99.255 198.51.101.0
  203.0.112.255 203.0.114.0 223.255.255.255`;

const REFUSED_IPV6 = `
  :: ::1 ::2 ::ffff ::1:0 100:: 100::1 100:0:0:1::1 64:ff9b:1::1 64:ff9b:1:ffff:ffff:ffff:ffff:ffff 64:ff9c::1
  ::ffff:0:0:0 ::ffff:0:808:808 ::ffff:0:7f00:1 1:: 200::1 400::1 1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff
  2001:: 2001::1 2001:0:4136:e378:8000:63bf:3fff:fdd2 2001:0:808:808::1 2001:1::1 2001:1::2 2001:2::1 2001:2:0:1::1 2001:3::1
  2001:4:112::1 2001:5::1 2001:10::1 2001:1f:ffff::1 2001:20::1 2001:2f:ffff::1 2001:30::1 2001:3f:ffff::1
  2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff 2001:db8:: 2001:db8::1 2001:db8:ffff:ffff:ffff:ffff:ffff:ffff
  2002:: 2002:7f00:1:: 2002:a00:1::1 2002:c0a8:1::1 2002:a9fe:a9fe:: 2002:808:808::1 2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff
  2620:4f:8000:: 2620:4f:8000::1 2620:4f:8000:ffff:ffff:ffff:ffff:ffff 3fff:: 3fff::1 3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff
  2000:: 2000::1 2001:1000::1 2001:6000::1 2001:c000::1 2001:ffff:ffff:ffff:ffff:ffff:ffff:ffff 2003:4000::1 2420::1
  2640::1 2810::1 2a20::1 2c10::1 2d00::1 3000::1 3ffe:: 3ffe::1 3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff 3fff:1000::
  3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff 4000:: 4000::1 5f00:: 5f00::1 8000::1 c000::1 e000::1 f000::1 fbff::1 fc00:: fc00::1 fd00::1 fd00:ec2::254 fd12:3456:789a:1::1
  fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff fe00::1 fe80:: fe80::1 fe80::a9fe:a9fe febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff
  fec0::1 feff::1 ff00:: ff01::1 ff02::1 ff02::fb ff05::1:3 ff0e::1 ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff`;

const ACCEPTED_IPV6 = `
  2001:200:: 2001:200::1 2001:4860:4860::8888 2001:db7:ffff:ffff:ffff:ffff:ffff:ffff 2001:db9:: 2001:db9::1
  2001:bfff:ffff:ffff:ffff:ffff:ffff:ffff 2003:: 2003::1 2400:cb00:2048:1::c629:d7a2 2600:: 2600:1f18::1 2606:4700:4700::1111
  2620:4f:7fff:ffff:ffff:ffff:ffff:ffff 2620:4f:8001:: 2620:fe::fe 2800:3f0:4001::1 2a00:1450:4001::1 2a03:2880:f12f:83::1
  2c0f:fb50::1 2c0f:ffff:ffff:ffff:ffff:ffff:ffff:ffff 2410::1 2630::1`;

/** Of IANA's registry "IPv6 Global Unicast Address Assignments" of 2025-10-10, every row with the status ALLOCATED. */
const ASSIGNED_IPV6 = `
  2001::/23 2001:200::/23 2001:400::/23 2001:600::/23 2001:800::/22 2001:c00::/23 2001:e00::/23 2001:1200::/23 2001:1400::/22
  2001:1800::/23 2001:1a00::/23 2001:1c00::/22 2001:2000::/19 2001:4000::/23 2001:4200::/23 2001:4400::/23 2001:4600::/23
  2001:4800::/23 2001:4a00::/23 2001:4c00::/23 2001:5000::/20 2001:8000::/19 2001:a000::/20 2001:b000::/20 2002::/16 2003::/18
  2400::/12 2410::/12 2600::/12 2610::/23 2620::/23 2630::/12 2800::/12 2a00::/12 2a10::/12 2c00::/12`;

/** Of these: protocol assignments and 6to4 as a whole, documentation, AS112 (IANA IPv6 Special-Purpose Address Registry). */
const SPECIAL_IPV6 = "2001::/23 2002::/16 2001:db8::/32 2620:4f:8000::/48";

const words = (text: string): string[] => text.trim().split(/\s+/);
const toNumber = (text: string): number => text.split(".").reduce((sum, byte) => sum * 256 + Number(byte), 0);
const toText = (value: number): string => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join(".");
const hexGroups = (text: string): string => {
  const value = toNumber(text);
  return `${Math.floor(value / 65_536).toString(16)}:${(value % 65_536).toString(16)}`;
};

/** First, second, middle, last but one, last: within the block. */
function samples(block: string): string[] {
  const [start = "", bits] = block.split("/");
  const size = 2 ** (32 - Number(bits));
  const first = toNumber(start);
  const offsets = [0, 1, Math.floor(size / 2), size - 2, size - 1].filter((offset) => offset >= 0 && offset < size);
  return [...new Set(offsets)].map((offset) => toText(first + offset));
}

const refusedIpv4 = [...new Set([...words(REFUSED_IPV4).flatMap(samples), ...words(NOTORIOUS_IPV4)])];
const acceptedIpv4 = words(ACCEPTED_IPV4);
const literal = (host: string) => readTarget(`https://${host}/hook`, { allowedOrigins: [] });

let checks = 0;
function check(what: string, actual: unknown, expected: unknown): void {
  checks += 1;
  expect(actual, what).toEqual(expected);
}
afterAll(() => expect(checks, "checks made").toBeGreaterThan(1500));

describe("IPv4", () => {
  test("no address of a special block is public, nor taken in a URL", () => {
    for (const address of refusedIpv4) {
      check(address, isPublicAddress(address), false);
      check(`https ${address}`, literal(address), { ok: false, reason: `The address ${address} is not public.` });
    }
  });

  test("addresses next to the blocks and everything else are public", () => {
    for (const address of acceptedIpv4) {
      check(address, isPublicAddress(address), true);
      check(`https ${address}`, literal(address).ok, true);
    }
  });

  test("numbers in other spellings are no addresses and no hosts, wherever they lead", () => {
    for (const address of [...words(NOTORIOUS_IPV4), ...acceptedIpv4]) {
      const value = toNumber(address);
      const bytes = address.split(".").map(Number) as [number, number, number, number];
      const spellings = [
        `${value}`, // decimal
        `0x${value.toString(16)}`, // hexadecimal
        `0${value.toString(8)}`, // octal
        bytes.map((byte) => `0x${byte.toString(16)}`).join("."),
        bytes.map((byte) => `0${byte.toString(8)}`).join("."),
        bytes.map((byte) => String(byte).padStart(4, "0")).join("."),
        `${bytes[0]}.${bytes[1]}.${bytes[2] * 256 + bytes[3]}`, // short
        `${bytes[0]}.${toNumber(`0.${bytes[1]}.${bytes[2]}.${bytes[3]}`)}`,
        `${address}.`,
        address.replaceAll(".", "\u3002"), // ideographic full stops
        address.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))), // full-width digits
        address.replace(/^\d/, (digit) => `%3${digit}`),
      ].filter((spelling) => spelling !== address);
      for (const spelling of spellings) {
        check(spelling, isPublicAddress(spelling), false);
        check(`https ${spelling}`, literal(spelling).ok, false);
      }
    }
  });
});

describe("IPv6", () => {
  test("only what is assigned to registries is public, outside the special blocks", () => {
    for (const address of words(REFUSED_IPV6)) {
      check(address, isPublicAddress(address), false);
      check(`https [${address}]`, literal(`[${address}]`).ok, false);
    }
    for (const address of words(ACCEPTED_IPV6)) {
      check(address, isPublicAddress(address), true);
      check(`https [${address}]`, literal(`[${address}]`).ok, true);
      check(`padded ${address}`, isPublicAddress(expand(address)), true);
      check(`upper ${address}`, isPublicAddress(address.toUpperCase()), true);
    }
    for (const address of words(REFUSED_IPV6)) check(`padded ${address}`, isPublicAddress(expand(address)), false);
  });

  test("every block of the registry begins and ends where IANA says, and nothing beside them is public", () => {
    const assigned = blockList(words(ASSIGNED_IPV6));
    const special = blockList(words(SPECIAL_IPV6));
    for (const block of words(`${ASSIGNED_IPV6} ${SPECIAL_IPV6}`)) {
      const [start = "", bits] = block.split("/");
      const first = groupsToNumber(expand(start));
      const next = first + (1n << (128n - BigInt(Number(bits))));
      for (const edge of [first - 1n, first, next - 1n, next]) {
        const address = numberToGroups(edge);
        const isOpen = assigned.check(address, "ipv6") && !special.check(address, "ipv6");
        check(address, isPublicAddress(address), isOpen);
      }
    }
  });

  test("a wrapped IPv4 address is judged as that address, and never taken in a URL", () => {
    const cases = [...refusedIpv4.map((a) => [a, false] as const), ...acceptedIpv4.map((a) => [a, true] as const)];
    for (const [address, isPublic] of cases) {
      for (const prefix of ["::ffff:", "64:ff9b::", "0:0:0:0:0:ffff:", "0064:ff9b:0:0:0:0:"]) {
        check(prefix + address, isPublicAddress(prefix + address), isPublic);
        check(prefix + hexGroups(address), isPublicAddress(prefix + hexGroups(address)), isPublic);
        check(`wrapped ${prefix}${address}`, wrappedIpv4(prefix + address), address);
        check(`https [${prefix}${address}]`, literal(`[${prefix}${address}]`).ok, false);
      }
      check(`::${address}`, isPublicAddress(`::${address}`), isPublic);
      check(`https [::${address}]`, literal(`[::${address}]`).ok, false);
      // Tunnels and translators whose exit nobody here knows: never, whatever is inside.
      for (const tunnel of [
        `2002:${hexGroups(address)}::1`,
        `2001:0:${hexGroups(address)}::1`,
        `::ffff:0:${address}`,
      ]) {
        check(tunnel, isPublicAddress(tunnel), false);
        check(`https [${tunnel}]`, literal(`[${tunnel}]`).ok, false);
      }
    }
  });

  test("zone ids, gaps and groups too many, and texts that are no address", () => {
    const none = [
      "fe80::1%eth0",
      "2606:4700::1%1",
      "2606:4700::1%25eth0",
      "1::2::3",
      "1:2:3:4:5:6:7",
      "1:2:3:4:5:6:7:8:9",
    ];
    for (const text of [...none, "", " ", "1.2.3", "1.2.3.4.5", "256.1.1.1", "a.b.c.d", "::g", "[::1]", "::1/128"]) {
      check(JSON.stringify(text), isPublicAddress(text), false);
      check(JSON.stringify(text), isAddress(text), false);
      check(JSON.stringify(text), wrappedIpv4(text), null);
    }
  });
});

test("addresses drawn evenly are judged as Node's own block list judges them", () => {
  const closed = new BlockList();
  for (const block of words(REFUSED_IPV4)) {
    const [start = "", bits] = block.split("/");
    closed.addSubnet(start, Number(bits), "ipv4");
  }
  let state = 0x9e3779b9; // the draw is the same in every run
  for (let drawn = 0; drawn < bound("drawnAddresses"); drawn += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const address = toText(state);
    if (isPublicAddress(address) === closed.check(address)) expect.fail(`${address} is judged wrongly`);
  }
});

function blockList(blocks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const block of blocks) {
    const [start = "", bits] = block.split("/");
    list.addSubnet(start, Number(bits), "ipv6");
  }
  return list;
}

const groupsToNumber = (groups: string): bigint => BigInt(`0x${groups.replaceAll(":", "")}`);
const numberToGroups = (value: bigint): string => (value.toString(16).padStart(32, "0").match(/.{4}/g) ?? []).join(":");

/** Eight groups of four digits. */
function expand(address: string): string {
  const [before = "", after = ""] = address.split("::");
  const head = before === "" ? [] : before.split(":");
  const tail = after === "" ? [] : after.split(":");
  const gap = address.includes("::") ? new Array<string>(8 - head.length - tail.length).fill("0") : [];
  return [...head, ...gap, ...tail].map((group) => group.padStart(4, "0")).join(":");
}
