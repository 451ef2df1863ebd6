/** Packages and plugins for stores bear the date of the API, move together, and say what changed. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { API_VERSION } from "@holdfast/contract";
import { expect, test } from "vitest";
import { ROOT } from "../process/launch.js";

const readFile = (path: string): string => readFileSync(join(ROOT, path), "utf8");
const read = (path: string): string => readFile(`packages/${path}`);
const jsonVersion = (path: string): string => (JSON.parse(read(path)) as { version: string }).version;

const VERSIONS = {
  sdk: jsonVersion("sdk/package.json"),
  php: jsonVersion("php/composer.json"),
  python: /^version = "(.*)"$/m.exec(read("python/pyproject.toml"))?.[1],
  woocommerce: /^ \* Version: (.*)$/m.exec(readFile("plugins/woocommerce/holdfast.php"))?.[1],
  "woocommerce's readme": /^Stable tag: (.*)$/m.exec(readFile("plugins/woocommerce/readme.txt"))?.[1],
};

test("each has the same version, which names the date of the API", () => {
  expect(VERSIONS.sdk).toMatch(new RegExp(`^1\\.${API_VERSION.replaceAll("-", "")}\\.\\d+$`));
  expect(new Set(Object.values(VERSIONS)).size, JSON.stringify(VERSIONS)).toBe(1);
  expect(read("python/holdfast/connection.py")).toContain(`API_VERSION = "${API_VERSION}"`);
  expect(read("php/src/Client.php")).toContain(`API_VERSION = '${API_VERSION}'`);
});

test.for([
  ["packages/php", VERSIONS.php],
  ["packages/python", VERSIONS.python],
  ["plugins/woocommerce", VERSIONS.woocommerce],
] as const)("the changelog of %s begins with its version", ([folder, version]) => {
  const [, newest] = /^## (\S+)$/m.exec(readFile(`${folder}/CHANGELOG.md`)) ?? [];
  expect(newest).toBe(version);
});
