/** Shops bring hundreds of megabytes: the main workspace installs none of them, and each has all that it needs by itself. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { SHOPS } from "../install.mjs";
import { fallsOf, POINTS } from "../points.mjs";

/** WordPress and WooCommerce come from their distributors. */
const FROM_NPM = SHOPS.filter(({ findMissing }) => findMissing === undefined);

const read = (path: string) => JSON.parse(readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8"));

test("no package of a shop is installed with the main workspace", () => {
  const installed = Object.keys(read("package-lock.json").packages);
  expect(installed.filter((path) => /@vendure\/|@medusajs\/|@nestjs\//.test(path))).toEqual([]);
  const workspaces: readonly string[] = read("package.json").workspaces;
  expect(
    SHOPS.filter(({ folder, project = folder }) => [folder, project].some((one) => workspaces.includes(one))),
  ).toEqual([]);
});

test.each(FROM_NPM)("$name holds the versions of its packages by a lockfile of its own", ({ folder }) => {
  const { packages } = read(`${folder}/package-lock.json`);
  const { dependencies = {}, devDependencies = {} } = read(`${folder}/package.json`);
  for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
    expect(packages[`node_modules/${name}`].version, name).toBe(version);
});

// npm leaves out what the machine that wrote the file had no use for, or did not get, and then refuses to install by it.
test.each(FROM_NPM)("$name can be installed on every machine: no package is left out of its lockfile", ({ folder }) => {
  const packages: Readonly<Record<string, { readonly optionalDependencies?: object }>> = read(
    `${folder}/package-lock.json`,
  ).packages;
  const known = new Set(Object.keys(packages).map((path) => path.split("node_modules/").at(-1)));
  const named = Object.values(packages).flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies));
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});

test("so many falls reach every point equally often, and a few of them different ones", () => {
  expect(POINTS).toHaveLength(12);
  const times = Map.groupBy(fallsOf(240), ({ point }) => point);
  expect([...times.values()].map(({ length }) => length)).toEqual(POINTS.map(() => 20));
  expect(new Set(fallsOf(3).map(({ point }) => point)).size).toBe(3);
});
