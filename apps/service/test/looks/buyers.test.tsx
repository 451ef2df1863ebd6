/** Every page of visitors and buyers, and in Arabic: accessible by every rule, never wider than the window, without a complaint of the browser. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { wide } from "../bounds.js";
import { openBrowser } from "../pages/browser.js";
import { type Fixture, openFixture } from "./fixture.js";
import { HOUR, type Screen } from "./judge.js";
import { judgePeople } from "./people.js";
import { buyerScreens, type Seen } from "./screens.js";

let browser: Browser;
let fixture: Fixture;
let buyers: Seen[];
beforeAll(async () => {
  browser = await openBrowser();
  fixture = await openFixture();
  buyers = await buyerScreens(fixture);
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await fixture?.close();
});

const inArabic = ({ name, path, ...sight }: Screen): Screen => ({
  ...sight,
  name: `ar-${name}`,
  path: `${path}${path.includes("?") ? "&" : "?"}lang=ar`,
});

test("visitors' and buyers' pages", { ...wide(), ...HOUR }, async () => {
  expect(await judgePeople(browser, fixture, buyers)).toEqual([]);
});

test("and in Arabic", { ...wide(), ...HOUR }, async () => {
  expect(await judgePeople(browser, fixture, buyers, inArabic)).toEqual([]);
});
