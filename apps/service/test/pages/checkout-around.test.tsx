/** What stands around the order on its hosted page, and in whose colours. */
import { renderToString } from "preact-render-to-string";
import { expect, test } from "vitest";
import { identityFrom } from "../../src/domain/operator-identity.js";
import { SessionPage } from "../../src/pages/checkout/session/view.js";
import { openSite, type Site } from "../../src/pages/kit/site.js";
import { useOperatorIdentity } from "../../src/words/operator-names.js";
import { STATES } from "./checkout-states.js";

const sandbox = openSite({ mode: "sandbox", publicUrl: null });
const show = (state: string, { site }: { site: Site } = { site: sandbox }): string =>
  renderToString(<SessionPage {...STATES[state]!({ site })} />);

test("help, terms, privacy and contact stand at the foot as far as they are configured", () => {
  expect(show("to review")).not.toContain("Help and legal");
  useOperatorIdentity(identityFrom({ termsUrl: "https://pay.example/terms", supportEmail: "help@pay.example" }));
  const page = show("to review");
  useOperatorIdentity(identityFrom());
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
