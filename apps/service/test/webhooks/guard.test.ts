/** What a webhook's URL may look like. Addresses have their own file. */
import { describe, expect, test } from "vitest";
import { type Policy, problemOfAddress, readTarget } from "../../src/outbound/guard.js";

const NOBODY: Policy = { allowedOrigins: [] };
const LOCAL = {
  allowedOrigins: ["http://127.0.0.1:4242", "http://localhost:4242", "https://[::1]", "http://receiver"],
};

const read = (url: string, policy = NOBODY) => readTarget(url, policy);
const reason = (url: string, policy = NOBODY): string => {
  const result = read(url, policy);
  return result.ok ? "taken" : result.reason;
};

test("a URL is parsed into the address to connect to", () => {
  expect(read("https://Hooks.Shop.example:8443/in?a=1&b=%20")).toEqual({
    ok: true,
    target: {
      isTls: true,
      origin: "https://hooks.shop.example:8443",
      host: "hooks.shop.example",
      isLiteral: false,
      port: 8443,
      path: "/in?a=1&b=%20",
      isExempt: false,
    },
  });
  expect(read("https://[2606:4700:4700::1111]")).toMatchObject({
    target: { host: "2606:4700:4700::1111", isLiteral: true, port: 443, path: "/" },
  });
});

describe("taken", () => {
  test.each([
    "https://shop.example",
    "https://shop.example/",
    "https://shop.example:443/hook",
    "https://shop.example:1024/",
    "https://shop.example:65535/",
    "HTTPS://SHOP.EXAMPLE/",
    "https://a.b/path?query=http://other.example/",
    "https://a.b/@at/in:the:path",
    "https://a.b?query",
    "https://a.b/../../up",
    "https://a.b//two",
    "https://a.b/größe?ja=ö",
    "https://xn--strae-oqa.example/",
    "https://1password.com/",
    "https://3.com/",
    "https://1.2.3.4.example/",
    "https://0x7f.example/",
    "https://localhost.example/",
    "https://internal.example/",
    "https://10.0.0.1.nip.io/",
    "https://8.8.8.8:8443/hook",
    "https://[2606:4700::AB]/",
  ])("%s", (url) => expect(reason(url)).toBe("taken"));
});

const HTTPS = "The URL must start with https://.";
const INVISIBLE = "The URL contains a space or a character that cannot be seen.";
const LOGIN = "The URL must not contain a user name or password.";
const PORT = "The port must be 443, or from 1024 to 65535.";
const UNREADABLE = "The host or port of the URL is not valid.";
const NAME = "The host is not a valid name.";

describe("refused, each with its reason", () => {
  test.each([
    ["", HTTPS],
    ["shop.example/hook", HTTPS],
    ["//shop.example/hook", HTTPS],
    ["http://shop.example/hook", HTTPS],
    ["http://8.8.8.8/", HTTPS],
    ["ftp://shop.example/", HTTPS],
    ["ws://shop.example/", HTTPS],
    ["wss://shop.example/", HTTPS],
    ["file:///etc/passwd", HTTPS],
    ["javascript:alert(1)", HTTPS],
    ["data:text/plain,x", HTTPS],
    ["gopher://shop.example/", HTTPS],
    ["blob:https://shop.example/x", HTTPS],
    ["https:shop.example", HTTPS],
    ["https:/shop.example", HTTPS],
    ["https ://shop.example", INVISIBLE],
    [" https://shop.example", INVISIBLE],
    ["https://shop.example ", INVISIBLE],
    ["https://shop.example/a b", INVISIBLE],
    ["https://shop.example/\n", INVISIBLE],
    ["https://shop.example/\r\nX-Evil: 1", INVISIBLE],
    ["ht\ttps://shop.example/", INVISIBLE],
    ["https://sh\top.example/", INVISIBLE],
    ["https://shop.example/\0", INVISIBLE],
    ["https://shop.example/\x7f", INVISIBLE],
    ["https://shop.example/\u00a0", INVISIBLE],
    ["https://shop.example/\u200b", INVISIBLE],
    ["https://shop.example/\u202ecod", INVISIBLE],
    ["https://shop.example/\u2028", INVISIBLE],
    ["https://shop.example/\ufeff", INVISIBLE],
    ["https://sh\u00adop.example/", INVISIBLE],
    ["https://shop.example/\ud800", INVISIBLE],
    ["https:\\\\shop.example/", "The URL contains a backslash."],
    ["https://shop.example\\@10.0.0.1/", "The URL contains a backslash."],
    ["https://shop.example/#", "The URL must not contain a fragment (#)."],
    ["https://shop.example/#part", "The URL must not contain a fragment (#)."],
    ["https://shop.example#@10.0.0.1/", "The URL must not contain a fragment (#)."],
    ["https://me@shop.example/", LOGIN],
    ["https://me:secret@shop.example/", LOGIN],
    ["https://:@shop.example/", LOGIN],
    ["https://@shop.example/", LOGIN],
    ["https://shop.example:443@10.0.0.1/", LOGIN],
    ["https://shop.example%40x@10.0.0.1/", LOGIN],
    ["https://", UNREADABLE],
    ["https://?query", UNREADABLE],
    ["https://shop.example:65536/", UNREADABLE],
    ["https://shop.example:99999/", UNREADABLE],
    ["https://shop.example:-1/", UNREADABLE],
    ["https://shop.example:abc/", UNREADABLE],
    ["https://shop.example:443:443/", UNREADABLE],
    ["https://256.1.1.1/", UNREADABLE],
    ["https://1.2.3.4.5/", UNREADABLE],
    ["https://shop.0x1/", UNREADABLE],
    ["https://shop.09/", UNREADABLE],
    ["https://[::1/", UNREADABLE],
    ["https://::1/", UNREADABLE],
    ["https://[fe80::1%25eth0]/", UNREADABLE],
    ["https://[fe80::1%eth0]/", UNREADABLE],
    ["https://[v1.x]/", UNREADABLE],
    ["https://sh<op.example/", UNREADABLE],
    ["https://sh|op.example/", UNREADABLE],
    ["https://sh%00op.example/", UNREADABLE],
    ["https:///shop.example/", "The host and port must be written plainly, as shop.example."],
    ["https://shop.example:/", "The host and port must be written plainly, as shop.example."],
    ["https://shop.example:0443/", "The host and port must be written plainly, as shop.example."],
    ["https://shop.example:08443/", "The host and port must be written plainly, as shop.example:8443."],
    ["https://sh%6Fp.example/", "The host and port must be written plainly, as shop.example."],
    ["https://shop.example%2f@/", LOGIN],
    ["https://straße.example/", "The host and port must be written plainly, as xn--strae-oqa.example."],
    ["https://ｓｈｏｐ.example/", "The host and port must be written plainly, as shop.example."],
    ["https://shop。example/", "The host and port must be written plainly, as shop.example."],
    ["https://ⓢhop.example/", "The host and port must be written plainly, as shop.example."],
    ["https://аpple.com/", "The host and port must be written plainly, as xn--pple-43d.com."],
    ["https://127.1/", "The host and port must be written plainly, as 127.0.0.1."],
    ["https://2130706433/", "The host and port must be written plainly, as 127.0.0.1."],
    ["https://0x7f000001/", "The host and port must be written plainly, as 127.0.0.1."],
    ["https://017700000001/", "The host and port must be written plainly, as 127.0.0.1."],
    ["https://8.8.8.8./", "The host and port must be written plainly, as 8.8.8.8."],
    ["https://[0:0:0:0:0:0:0:1]/", "The host and port must be written plainly, as [::1]."],
    ["https://[2606:4700:0000::1111]/", "The host and port must be written plainly, as [2606:4700::1111]."],
    ["https://[::ffff:8.8.8.8]/", "The host and port must be written plainly, as [::ffff:808:808]."],
    ["https://[::ffff:808:808]/", "The host must be written as the IPv4 address 8.8.8.8."],
    ["https://[::ffff:7f00:1]/", "The host must be written as the IPv4 address 127.0.0.1."],
    ["https://[64:ff9b::808:808]/", "The host must be written as the IPv4 address 8.8.8.8."],
    ["https://[::808:808]/", "The host must be written as the IPv4 address 8.8.8.8."],
    ["https://[::1]/", "The address ::1 is not public."],
    ["https://[fd00:ec2::254]/", "The address fd00:ec2::254 is not public."],
    ["https://169.254.169.254/latest/meta-data/", "The address 169.254.169.254 is not public."],
    ["https://shop.example./", "The host must not end with a dot."],
    ["https://localhost./", "The host must not end with a dot."],
    ["https://shop..example/", NAME],
    ["https://.shop.example/", NAME],
    ["https://-shop.example/", NAME],
    ["https://shop-.example/", NAME],
    ["https://sh_op.example/", NAME],
    ["https://sh!op.example/", NAME],
    ["https://sh$op.example/", NAME],
    ["https://sh'op.example/", NAME],
    ["https://sh*op.example/", NAME],
    ["https://localhost/", "The host localhost has no public address."],
    ["https://LOCALHOST:8443/", "The host localhost has no public address."],
    ["https://shop.localhost/", "The host shop.localhost has no public address."],
    ["https://intranet/", "The host intranet has no public address."],
    ["https://com/", "The host com has no public address."],
    ["https://printer.local/", "The host printer.local has no public address."],
    ["https://metadata.google.internal/", "The host metadata.google.internal has no public address."],
    ["https://router.home.arpa/", "The host router.home.arpa has no public address."],
    ["https://abcdef.onion/", "The host abcdef.onion has no public address."],
    ["https://shop.example:0/", PORT],
    ["https://shop.example:1/", PORT],
    ["https://shop.example:22/", PORT],
    ["https://shop.example:25/", PORT],
    ["https://shop.example:80/", PORT],
    ["https://shop.example:442/", PORT],
    ["https://shop.example:444/", PORT],
    ["https://shop.example:1023/", PORT],
  ])("%j: %s", (url, expected) => expect(reason(url)).toBe(expected));
});

test("labels, names and URLs have their longest", () => {
  expect(reason(`https://${"a".repeat(63)}.example/`)).toBe("taken");
  expect(reason(`https://${"a".repeat(64)}.example/`)).toBe(NAME);
  expect(reason(`https://${"a.".repeat(123)}example/`)).toBe("taken");
  expect(reason(`https://${"a.".repeat(124)}example/`)).toBe(NAME);
  expect(reason(`https://shop.example/${"a".repeat(2027)}`)).toBe("taken");
  expect(reason(`https://shop.example/${"a".repeat(2028)}`)).toBe("The URL is longer than 2048 characters.");
});

describe("an allowed origin", () => {
  test("is exempt from https, the port and the public address, with any path", () => {
    expect(read("http://127.0.0.1:4242/hook?x", LOCAL)).toMatchObject({
      target: { isTls: false, host: "127.0.0.1", port: 4242, isExempt: true },
    });
    expect(read("http://localhost:4242/", LOCAL)).toMatchObject({ target: { isLiteral: false, isExempt: true } });
    expect(read("https://[::1]:443/", LOCAL)).toMatchObject({ target: { host: "::1", isExempt: true } });
    expect(read("http://receiver/", LOCAL)).toMatchObject({ target: { port: 80, isExempt: true } });
  });

  test.each([
    ["http://127.0.0.1:4243/", HTTPS],
    ["http://127.0.0.1/", HTTPS],
    ["http://127.0.0.2:4242/", HTTPS],
    ["https://127.0.0.1:4242/", "The address 127.0.0.1 is not public."],
    ["https://localhost:4242/", "The host localhost has no public address."],
    ["http://[::1]/", HTTPS],
    ["https://[::1]:8443/", "The address ::1 is not public."],
    ["http://127.0.0.1:4242@10.0.0.1/", LOGIN],
    ["http://127.0.0.1:4242.evil.example/", UNREADABLE],
    ["http://evil.example/http://127.0.0.1:4242", HTTPS],
  ])("exempts nothing else: %s", (url, expected) => expect(reason(url, LOCAL)).toBe(expected));

  test.each([
    ["http://me@127.0.0.1:4242/", LOGIN],
    ["http://127.0.0.1:4242/#x", "The URL must not contain a fragment (#)."],
    ["http://127.0.0.1:4242/ ", INVISIBLE],
    ["http://127.1:4242/", "The host and port must be written plainly, as 127.0.0.1:4242."],
    ["http://0x7f.1:4242/", "The host and port must be written plainly, as 127.0.0.1:4242."],
  ])("keeps every other rule: %s", (url, expected) => expect(reason(url, LOCAL)).toBe(expected));
});

test("an address that a name leads to is judged by the same blocks, unless the origin is allowed", () => {
  const target = (url: string, policy = NOBODY) => {
    const result = readTarget(url, policy);
    if (!result.ok) throw new Error(result.reason);
    return { target: result.target, policy };
  };
  const shop = target("https://shop.example/");
  expect(problemOfAddress("8.8.8.8", shop)).toBeNull();
  expect(problemOfAddress("10.0.0.1", shop)).toBe("The address 10.0.0.1 is not public.");
  expect(problemOfAddress("::ffff:10.0.0.1", shop)).toBe("The address ::ffff:10.0.0.1 is not public.");
  expect(problemOfAddress("10.0.0.1", target("http://localhost:4242/", LOCAL))).toBeNull();
  const closed = { ...shop, policy: { allowedOrigins: [], isPublic: (address: string) => address === "127.0.0.1" } };
  expect(problemOfAddress("8.8.8.8", closed)).toBe("The address 8.8.8.8 is not public.");
});
