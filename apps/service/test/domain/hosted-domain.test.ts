import { describe, expect, test } from "vitest";
import { afterLook, hostedOrigin, MISSING_SECONDS, readDomainName } from "../../src/domain/hosted-domain.js";

const OURS = "pay.escrow.example";

describe("a name", () => {
  test.each([
    ["pay.shop.example", "pay.shop.example"],
    ["  PAY.Shop.Example. ", "pay.shop.example"],
    ["https://pay.shop.example/", "pay.shop.example"],
    ["zahlung.töpferei.example", "zahlung.xn--tpferei-90a.example"],
    ["shop.example", "shop.example"],
  ])("%j is %s", (typed, name) => {
    expect(readDomainName(typed, OURS)).toEqual({ ok: true, name });
  });

  test.each([
    ["", "malformed"],
    ["shop", "malformed"],
    ["pay.shop.example/cart", "malformed"],
    ["pay.shop.example:8443", "malformed"],
    ["ada@pay.shop.example", "malformed"],
    ["*.shop.example", "malformed"],
    ["pay_.shop.example", "malformed"],
    ["-pay.shop.example", "malformed"],
    ["pay..shop.example", "malformed"],
    ["pay.shop.example\nevil.example", "malformed"],
    [`${"a".repeat(64)}.example`, "malformed"],
    [`${"a.".repeat(130)}example`, "malformed"],
    ["javascript:alert(1)", "malformed"],
    ["[2001:db8::1]", "malformed"],
    ["203.0.113.7", "address"],
    ["0x7f.1", "address"],
    [OURS, "ours"],
    ["desk.pay.escrow.example", "ours"],
    ["escrow.example", "ours"],
  ])("%j is refused: %s", (typed, problem) => {
    expect(readDomainName(typed, OURS)).toEqual({ ok: false, problem });
  });
});

test("a link keeps the scheme and the port of the service", () => {
  expect(hostedOrigin("https://escrow.example", "pay.shop.example")).toBe("https://pay.shop.example");
  expect(hostedOrigin("http://localhost:3000", "pay.shop.example")).toBe("http://pay.shop.example:3000");
  expect(hostedOrigin("https://escrow.example", null)).toBe("https://escrow.example");
});

describe("a look", () => {
  const HOUR = 3_600;
  const DAY = 24 * HOUR;
  const named = { state: "PENDING", namedAt: 0, missingSince: null } as const;

  test("that finds all serves the domain, and is repeated once a day", () => {
    expect(afterLook(named, null, 90)).toEqual({
      state: "ACTIVE",
      missing: null,
      missingSince: null,
      nextLook: 90 + DAY,
    });
  });

  test("is repeated ever less often while records are awaited, and no more after a week", () => {
    const waits = [60, HOUR, DAY, 6 * DAY].map((now) => (afterLook(named, "text", now).nextLook ?? 0) - now);
    expect(waits).toEqual([60, 900, 6 * HOUR, 6 * HOUR]);
    expect(afterLook(named, "text", 7 * DAY).nextLook).toBeNull();
  });

  test("that misses something leaves a domain served for three days, then it is lost", () => {
    const served = { state: "ACTIVE", namedAt: 0, missingSince: null } as const;
    const first = afterLook(served, "text", 100);
    expect(first).toMatchObject({ state: "ACTIVE", missing: "text", missingSince: 100, nextLook: 100 + HOUR });
    const missing = { ...served, missingSince: 100 };
    expect(afterLook(missing, "address", 99 + MISSING_SECONDS).state).toBe("ACTIVE");
    expect(afterLook(missing, "address", 100 + MISSING_SECONDS).state).toBe("LOST");
  });

  test("that nobody answers loses nothing", () => {
    const silent = { state: "ACTIVE", namedAt: 0, missingSince: 100 } as const;
    expect(afterLook(silent, "answer", 100 + 30 * DAY).state).toBe("ACTIVE");
  });

  test("brings a lost domain back, and is given up a month after its records went", () => {
    const lost = { state: "LOST", namedAt: 0, missingSince: 0 } as const;
    expect(afterLook(lost, null, 5 * DAY).state).toBe("ACTIVE");
    expect(afterLook(lost, "text", 5 * DAY).nextLook).toBe(6 * DAY);
    expect(afterLook(lost, "text", 31 * DAY).nextLook).toBeNull();
  });
});
