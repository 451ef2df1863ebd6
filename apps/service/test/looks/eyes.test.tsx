import { renderToString } from "preact-render-to-string";
import { mkdirSync, writeFileSync } from "node:fs";
import { test } from "vitest";
import { identityFrom } from "../../src/domain/operator-identity.js";
import { SessionPage } from "../../src/pages/checkout/session/view.js";
import { openSite } from "../../src/pages/kit/site.js";
import { useOperatorIdentity } from "../../src/words/operator-names.js";
import { keepPicture, LOOKS, openBrowser, turnTo, widthsOf } from "../pages/browser.js";
import { STATES } from "../pages/checkout-states.js";
import { orderPath, signedIn } from "../pages/orders-area.js";
import { pagePath } from "../pages/orders.js";
import { openSession } from "../stories.js";
import { openFixture } from "./fixture.js";
import { lookAs } from "./judge.js";
import { buyerScreens, operatorScreens, sellerScreens } from "./screens.js";

test("eyes", { timeout: 3_600_000 }, async () => {
  const root = process.env["SCREENSHOTS"]!;
  const wanted = new RegExp(process.env["EYES"] ?? ".");
  const browser = await openBrowser();
  const f = await openFixture();
  await f.world.db.query({ name: "t", text: "update accounts set brand_colour = '#9d174d', support_email='help@northwind.example' where id = $1", values: [f.shop.account] });
  const payer = await signedIn(f.world, String(f.chargeback.escrow["customer"]?.email ?? f.chargeback.escrow["customer_email"] ?? "ada@example.com"));
  const all = [
    ...(await buyerScreens(f)), ...(await sellerScreens(f)), ...operatorScreens(f),
    { who: payer, screens: [{ name: "buyer-chargeback", path: orderPath(f.shop, f.chargeback.escrow) }] },
  ];
  writeFileSync(`${root}/names.txt`, all.flatMap((s) => s.screens.map((x) => `${x.name} ${x.path}`)).join("\n"));
  const log: string[] = [];
  const looks = LOOKS.filter((l) => process.env["EYES_WIDTHS"] === undefined || process.env["EYES_WIDTHS"].includes(`${l.width}-${l.colorScheme}`));
  const pass = async (folder: string, w: RegExp) => {
    mkdirSync(folder, { recursive: true });
    process.env["SCREENSHOTS"] = folder;
    for (const { who, screens } of all) {
      const mine = screens.filter(({ name }) => w.test(name));
      if (mine.length === 0) continue;
      await f.world.people.query({ name: "test: proved", text: "update seller_sessions set proved_at = clock_timestamp()" });
      const watched = await lookAs(browser, { origin: f.world.url, who });
      for (const { name, path, act } of mine) {
        try {
          await watched.page.goto(f.world.url + path);
          await act?.(watched.page);
          for (const look of looks) {
            await turnTo(watched.page, look);
            const [c, win] = await widthsOf(watched.page);
            if (c > win) log.push(`${folder} ${name} ${look.width}: sideways ${c}`);
            await keepPicture(watched.page, name, look);
          }
        } catch (e) { log.push(`${name}: ${e}`); }
      }
      await watched.context.close();
    }
    writeFileSync(`${root}/log.txt`, log.join("\n"));
  };
  if (process.env["EYES_STATES"]) {
    const site = openSite({ mode: "sandbox", publicUrl: null });
    const watched = await lookAs(browser, { origin: f.world.url, who: null });
    await watched.page.goto(f.world.url + pagePath(f.shop, await openSession(f.shop)));
    for (const [name, state] of Object.entries(STATES)) {
      if (!new RegExp(process.env["EYES_STATES"]).test(name)) continue;
      const html = renderToString(<SessionPage {...state({ site, locale: "en" })} />);
      const body = JSON.stringify(html.slice(html.indexOf("<body"), html.indexOf("</body>")));
      await watched.page.evaluate(`document.body.innerHTML = ${body}`);
      for (const look of looks) { await turnTo(watched.page, look); await keepPicture(watched.page, "state-" + name.replaceAll(/\W+/g, "-"), look); }
    }
    await watched.context.close();
  }
  await pass(root, wanted);
  if (process.env["EYES_ACME"]) {
    useOperatorIdentity(identityFrom({ name: "Acme Pay", legalName: "Acme Payments Ltd", colour: "#0a5c8f", color: "#0a5c8f", supportEmail: "help@pay.example" } as never));
    await pass(`${root}/acme`, new RegExp(process.env["EYES_ACME"]));
  }
  await browser.close();
  await f.close();
});
