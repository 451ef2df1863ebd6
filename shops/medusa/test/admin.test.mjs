import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";

// Medusa's own components are for bundlers, but for this way in.
const { widgetModule } = createRequire(import.meta.url)("@holdfast/medusa/admin");
const [{ Component, zone }] = widgetModule.widgets;
const shown = (metadata) => renderToStaticMarkup(createElement(Component, { data: { metadata } }));
const CONSOLE = "https://holdfast.example/console/NORTH/escrows/9";

test("Medusa's admin shows beside an order how its escrow stands, with a link to it in the console", () => {
  assert.deepEqual(zone, ["order.details.side.before"]);
  const held = shown({ holdfast_status: "IN_ESCROW", holdfast_reference: "TR-4410", holdfast_console: CONSOLE });
  for (const part of ["Held for you: ship now", "TR-4410", `href="${CONSOLE}"`]) assert.ok(held.includes(part), part);
  assert.ok(!held.includes("Buyer"));
});

test("before the buyer confirms, it shows the buyer's page; a status that came later is shown as it is", () => {
  const open = shown({ holdfast_url: "https://holdfast.example/pay/NORTH/cs_1" });
  assert.match(open, /Waiting for payment.*href="https:\/\/holdfast.example\/pay\/NORTH\/cs_1"/s);
  assert.match(shown({ holdfast_status: "ON_HOLD", holdfast_reference: "TR-1" }), /ON_HOLD/);
});

test("an order that is paid in another way has no such part", () => {
  assert.equal(shown(null), "");
  assert.equal(shown({ gift: "yes" }), "");
});
