/** Every page and state of console and desk, accessible by every rule, never wider than the window, and without a complaint of the browser. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { wide } from "../bounds.js";
import { newOperator } from "../desk/operator.js";
import { startWorld } from "../harness.js";
import { openBrowser } from "../pages/browser.js";
import { newVisitor } from "../visitor.js";
import { type Fixture, openFixture } from "./fixture.js";
import { HOUR, judgeAll } from "./judge.js";
import { judgePeople } from "./people.js";
import { buyerScreens, emptyDesk, operatorScreens, type Seen, sellerScreens, unseen } from "./screens.js";

let browser: Browser;
let fixture: Fixture;
let buyers: Seen[];
let sellers: Seen[];
beforeAll(async () => {
  browser = await openBrowser();
  fixture = await openFixture();
  [buyers, sellers] = [await buyerScreens(fixture), await sellerScreens(fixture)];
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await fixture?.close();
});

/** What is told of an address where nothing is any more. */
const GONE = /nowhere|over$|expired$|signInLink$/i;

test("no page is left out, and each address has one", wide(), async () => {
  const all = [...buyers, ...sellers, ...operatorScreens(fixture)];
  const screens = all.flatMap((seen) => seen.screens);
  expect(unseen(screens)).toEqual([]);
  expect(new Set(screens.map(({ name }) => name)).size).toBe(screens.length);
  const others: string[] = [];
  for (const { who, screens: seen } of all) {
    const visitor = who ?? newVisitor(fixture.world);
    for (const { name, path } of seen) {
      const { status, headers } = await visitor.get(path);
      const next = headers.get("location") ?? "";
      // A frame looks first whether it is given cookies.
      const isThere = status === 200 || next.startsWith(`${path}?cookies=`);
      if (!isThere && !GONE.test(name)) others.push(`${name}: ${status} ${next}`);
    }
  }
  expect(others.join("\n")).toBe("");
});

test("the desk of a service where nothing has happened", { ...wide(), ...HOUR }, async () => {
  const world = await startWorld({ role: "web" });
  const who = await newOperator(world);
  expect(await judgeAll(browser, { origin: world.url, who }, emptyDesk())).toEqual([]);
  await world.close();
});

test("sellers' pages", { ...wide(), ...HOUR }, async () => {
  expect(await judgePeople(browser, fixture, sellers)).toEqual([]);
});

test("the desk", { ...wide(), ...HOUR }, async () => {
  expect(await judgePeople(browser, fixture, operatorScreens(fixture))).toEqual([]);
});
