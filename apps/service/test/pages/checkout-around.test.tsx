/** What stands around the order on its hosted page, and in whose colours. */
import { renderToString } from "preact-render-to-string";
import { expect, test } from "vitest";
import { readConfig } from "../../src/config/index.js";
import { SessionPage } from "../../src/pages/checkout/session/view.js";
import { openSite, type Site } from "../../src/pages/kit/site.js";
import { STATES } from "./checkout-states.js";

const sandbox = openSite({ mode: "sandbox", publicUrl: null });
const show = (state: string, { site }: { site: Site } = { site: sandbox }): string =>
  renderToString(<SessionPage {...STATES[state]!({ site })} />);

test("help, terms, privacy and contact stand at the foot as far as they are configured", () => {
  expect(show("to review")).not.toContain("Help and legal");
  const foot = { help: null, terms: "https://pay.example/terms", privacy: null, contact: "mailto:help@pay.example" };
  const page = show("to review", { site: openSite({ mode: "sandbox", publicUrl: null, foot }) });
  const links = page.slice(page.indexOf("Help and legal"));
  expect([...links.matchAll(/href="([^"]+)"[^>]*>([^<]+)</g)].map(([, href, name]) => [name, href])).toEqual([
    ["Contact", "mailto:help@pay.example"],
    ["Terms", "https://pay.example/terms"],
  ]);
});

test("what means something never takes the seller's colour", () => {
  for (const state of Object.keys(STATES)) {
    const main = show(state).split("<main")[1] ?? "";
    // Ticks, marks of what a page says and what pulses: all that is no link, button or choice.
    expect(main, state).not.toMatch(/bg-primary\/10|animate-pulse[^"]*bg-primary/);
  }
});

test("a desktop is offered the link for a phone, while there is something to pay", () => {
  expect(show("to review")).toMatch(/<details class="group max-lg:hidden">.*<svg[^>]*role="img" aria-label="QR code/s);
  expect(show("nothing offered")).not.toContain("QR code");
});

test.each([
  ["HELP_URL", "help.example"],
  ["TERMS_URL", "javascript:alert(1)"],
  ["PRIVACY_URL", "https://ada:secret@pay.example/"],
  ["CONTACT_URL", "mailto:nobody"],
])("%s=%s stops the start", (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(`${name}=${value} is not usable`);
});

test("what is left open is not linked, and the rest as it was written", () => {
  const none = { help: null, terms: null, privacy: null, contact: null };
  expect(readConfig({}).foot).toEqual(none);
  const given = { TERMS_URL: "https://pay.example/terms?v=2", CONTACT_URL: "mailto:help@pay.example" };
  expect(readConfig(given).foot).toEqual({ ...none, terms: given.TERMS_URL, contact: given.CONTACT_URL });
});
