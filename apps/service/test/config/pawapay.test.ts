/** What a process needs before it takes money by pawaPay. */
import { generateKeyPairSync } from "node:crypto";
import fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ConfigError } from "../../src/config/error.js";
import { readPawapay } from "../../src/config/pawapay.js";
import { openSettings } from "../../src/config/settings.js";

const pem = (namedCurve: string): string =>
  generateKeyPairSync("ec", { namedCurve }).privateKey.export({ type: "pkcs8", format: "pem" }) as string;
const TOKEN = "eyJhbGciOiJFUzI1NiJ9.token";
const PAWAPAY = {
  PAWAPAY_API_TOKEN: TOKEN,
  PAWAPAY_SIGNING_KEY: pem("prime256v1"),
  PAWAPAY_SIGNING_KEY_ID: "ours:1",
  PAWAPAY_COUNTRIES: "COD, KEN",
};
const live = (more: Record<string, string> = {}) => readPawapay(openSettings({ ...PAWAPAY, ...more }), "live");
const sandbox = (more: Record<string, string> = {}) => readPawapay(openSettings({ ...PAWAPAY, ...more }), "sandbox");
const UNSIGNED = { PAWAPAY_SIGNING_KEY: "", PAWAPAY_SIGNING_KEY_ID: "" };

test("each mode has its address, and secrets may lie in files", () => {
  expect(live()).toMatchObject({
    token: TOKEN,
    isLive: true,
    signing: { id: "ours:1" },
    callbacks: "signed",
    countries: ["COD", "KEN"],
    apiBase: "https://api.pawapay.io",
    statementsBase: "https://api.pawapay.io",
  });
  expect(live({ PAWAPAY_STATEMENTS_BASE: "https://files.pawapay.io" }).statementsBase).toBe("https://files.pawapay.io");
  expect(sandbox(UNSIGNED)).toMatchObject({ signing: null, apiBase: "https://api.sandbox.pawapay.io" });
  const folder = fs.mkdtempSync(join(tmpdir(), "holdfast-secrets-"));
  const [key, token] = [join(folder, "key.pem"), join(folder, "token")];
  fs.writeFileSync(key, PAWAPAY.PAWAPAY_SIGNING_KEY);
  fs.writeFileSync(token, `${TOKEN}\n`);
  const filed = {
    PAWAPAY_SIGNING_KEY: "",
    PAWAPAY_SIGNING_KEY_FILE: key,
    PAWAPAY_API_TOKEN: "",
    PAWAPAY_API_TOKEN_FILE: token,
  };
  expect(live(filed)).toMatchObject({ token: TOKEN, signing: { id: "ours:1" } });
  fs.rmSync(folder, { recursive: true });
});

test.each([
  ["the sandbox's address in live mode", () => live({ PAWAPAY_API_BASE: "https://api.sandbox.pawapay.io" })],
  ["an address of this machine in live mode", () => live({ PAWAPAY_API_BASE: "http://127.0.0.1:4000" })],
  ["the live address in the sandbox", () => sandbox({ PAWAPAY_API_BASE: "https://api.pawapay.io" })],
  ["files by plain http in live mode", () => live({ PAWAPAY_STATEMENTS_BASE: "http://files.pawapay.io" })],
  ["files of somebody else in live mode", () => live({ PAWAPAY_STATEMENTS_BASE: "https://pawapay.io.example" })],
  ["files whose host ends like theirs", () => live({ PAWAPAY_STATEMENTS_BASE: "https://notpawapay.io" })],
  ["the sandbox's files in live mode", () => live({ PAWAPAY_STATEMENTS_BASE: "https://api.sandbox.pawapay.io" })],
  ["live files in the sandbox", () => sandbox({ PAWAPAY_STATEMENTS_BASE: "https://api.pawapay.io" })],
  ["no signing key in live mode", () => live(UNSIGNED)],
  ["a key without its id", () => sandbox({ PAWAPAY_SIGNING_KEY_ID: "" })],
  ["an id without its key", () => sandbox({ PAWAPAY_SIGNING_KEY: "" })],
  ["a key of another curve", () => live({ PAWAPAY_SIGNING_KEY: pem("secp384r1") })],
  ["no token", () => live({ PAWAPAY_API_TOKEN: "" })],
  ["no country", () => live({ PAWAPAY_COUNTRIES: "" })],
  ["a country twice", () => live({ PAWAPAY_COUNTRIES: "COD,COD" })],
  ["callbacks of a third kind", () => live({ PAWAPAY_CALLBACKS: "unsigned" })],
])("a process does not start with %s, and says no secret", (_what, start) => {
  expect(start).toThrow(ConfigError);
  expect(start).not.toThrow(new RegExp(`${TOKEN}|PRIVATE`));
});
