/** A service, a MariaDB and two shops that sell through it, each with an account of its own: started once for all stories. */
import fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Holdfast } from "@holdfast/sdk";
import { sandbox } from "@holdfast/sdk/testing";
import { startService } from "../../../tools/clients/service.mjs";
import { openDistributions } from "./distributions.mjs";
import { startMariadb } from "./mariadb.mjs";
import { openSite } from "./site.mjs";

const COMES_WITHIN_MS = 45_000;

/** Between them, everything that a shop may be set up as: each choice is once with, and once without. */
const SITES = [
  { name: "blocks", path: "", permalinks: "/%postname%/", tables: true, blocks: true, theme: "twentytwentyfive" },
  { name: "classic", path: "/shop", permalinks: "", tables: false, blocks: false, theme: "twentytwentyone" },
];

export async function openWorld() {
  const folder = fs.mkdtempSync(join(tmpdir(), "holdfast-woocommerce-"));
  const closers = [() => fs.rmSync(folder, { recursive: true, force: true })];
  const close = async () => {
    for (const one of closers.splice(0).reverse()) await one();
  };
  try {
    const distributions = await openDistributions(folder);
    const { socket, stop } = await startMariadb(folder);
    closers.push(stop);
    const sites = [];
    for (const options of SITES) {
      const site = await openSite({ folder, socket, ...distributions }, options);
      closers.push(site.stop);
      sites.push(site);
    }
    const service = await startService(sites.map(({ origin }) => origin));
    closers.push(service.stop);
    for (const site of sites) await openAccount(service, site, sites);
    return { service, sites, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** An account of the shop's own, whose webhooks come to it; and its key and secret in the shop's settings. */
async function openAccount(service, site, sites) {
  const json = async (...args) =>
    JSON.parse((await service.allowing(sites.map(({ origin }) => origin).join(","))(...args, "--json")).stdout);
  const { account_id: account, api_key: apiKey } = await json(
    ...[
      "merchant",
      "create",
      "--email",
      `${site.name}@example.com`,
      "--trading-name",
      `Northwind ${site.name}`,
      "--verified",
    ],
  );
  const receiver = site.permalinks === "" ? `${site.url}/?wc-api=holdfast` : `${site.url}/wc-api/holdfast/`;
  const endpoint = await json("webhook", "create", "--account", account, "--url", receiver);
  const holdfast = new Holdfast({ apiKey, baseUrl: service.baseUrl });
  Object.assign(site, { account, apiKey, receiver, endpoint, holdfast, buyer: sandbox(holdfast) });
  site.settings = {
    enabled: "yes",
    title: "Pay with escrow protection",
    base_url: service.baseUrl,
    milestones: "order",
  };
  site.secrets = { api_key: apiKey, webhook_secret: endpoint.secret };
  site.set = (settings = {}, secrets = {}) =>
    setUp(site, { ...site.settings, ...settings }, { ...site.secrets, ...secrets });
  await site.set();
}

const setUp = ({ run }, settings, secrets) =>
  run(`foreach (json_decode('${JSON.stringify({ woocommerce_holdfast_settings: settings, holdfast_secrets: secrets })}', true) as $name => $value) {
    update_option($name, $value);
  }
  return 1;`);

/** Asks until it is so. `what` says what was waited for. */
export async function until(what, isSo) {
  for (const end = Date.now() + COMES_WITHIN_MS; ; ) {
    let found;
    let cause;
    try {
      found = await isSo();
      if (found) return found;
    } catch (error) {
      cause = error;
    }
    if (Date.now() > end) throw new Error(`it never came: ${typeof what === "function" ? what() : what}`, { cause });
    await sleep(150);
  }
}
