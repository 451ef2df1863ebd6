/** A buyer at a shop's own API for checkouts, the one that the checkout of blocks speaks to; and an order as the shop's people see it. */
import { until } from "./world.mjs";

const ADDRESS = {
  first_name: "Ada",
  last_name: "Okafor",
  address_1: "12 Harbour Street",
  city: "Portland",
  state: "OR",
  postcode: "97201",
  country: "US",
};

/** What the shop refused, with its words for the buyer. */
export class Refused extends Error {
  constructor(status, answer) {
    super(answer.message ?? answer.payment_result?.payment_details?.map(({ value }) => value).join(" ") ?? "");
    this.status = status;
    this.answer = answer;
  }
}

/** A browser without windows: it keeps cookies, and hands back the nonce that it was given. */
function voiceOf({ url, permalinks }) {
  const cookies = new Map();
  let nonce = "";
  return async (method, route, body) => {
    const address =
      permalinks === "" ? `${url}/?rest_route=/wc/store/v1${route}` : `${url}/wp-json/wc/store/v1${route}`;
    const cookie = [...cookies].map((pair) => pair.join("=")).join("; ");
    const response = await fetch(address, {
      method,
      headers: { "Content-Type": "application/json", Nonce: nonce, ...(cookie === "" ? {} : { Cookie: cookie }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    nonce = response.headers.get("nonce") ?? nonce;
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const answer = await response.json();
    if (!response.ok || answer.payment_result?.payment_status === "failure") throw new Refused(response.status, answer);
    return answer;
  };
}

/** Fills a cart and orders it. @returns the order's id and where the buyer is sent to pay. */
export async function order(
  site,
  { goods = { plate: 2, bowl: 1 }, email = "ada@example.com", coupon, method = "holdfast" } = {},
) {
  const say = voiceOf(site);
  await say("GET", "/cart");
  for (const [name, quantity] of Object.entries(goods))
    await say("POST", "/cart/add-item", { id: site.products[name], quantity });
  if (coupon !== undefined) await say("POST", "/cart/apply-coupon", { code: coupon });
  const address = { ...ADDRESS, email };
  const { order_id: id, payment_result: result } = await say("POST", "/checkout", {
    billing_address: address,
    shipping_address: ADDRESS,
    payment_method: method,
  });
  return { id, url: result?.redirect_url ?? "" };
}

/** The order, with the notes of its page and what the plugin keeps with it. */
export async function look(site, id) {
  const [found, notes] = await Promise.all([
    site.rest("GET", `/wc/v3/orders/${id}`),
    site.rest("GET", `/wc/v3/orders/${id}/notes`),
  ]);
  const kept = found.meta_data.filter(({ key }) => key.startsWith("_holdfast_"));
  return {
    ...found,
    notes: notes.map(({ note }) => note.replaceAll("&#8217;", "’").replaceAll("&#039;", "'").replaceAll("&quot;", '"')),
    holdfast: Object.fromEntries(kept.map(({ key, value }) => [key.replace("_holdfast_", ""), value])),
  };
}

/** The order, once it stands like this. `wanted`: status, and stage of what the plugin keeps. */
export async function untilOrder(site, id, { status, stage, note }) {
  let found;
  return until(
    () => `${JSON.stringify({ status, stage, note: String(note) })} of order ${id}, which is ${JSON.stringify(found)}`,
    async () => {
      const now = await look(site, id);
      found = { status: now.status, stage: now.holdfast.stage, notes: now.notes };
      const isNoted = note === undefined || now.notes.some((text) => note.test(text));
      return (
        (status === undefined || now.status === status) &&
        (stage === undefined || now.holdfast.stage === stage) &&
        isNoted &&
        now
      );
    },
  );
}

/** What the shop's people do with an order at its page. */
export const edit = (site, id, change) => site.rest("PUT", `/wc/v3/orders/${id}`, change);

/** An order that its buyer has confirmed on Holdfast's page, as the shop shows it. */
export async function confirmed(site, options) {
  const { id, url } = await order(site, options);
  const { holdfast } = await look(site, id);
  const escrow = await site.buyer.confirm(holdfast.session);
  await untilOrder(site, id, { status: "on-hold", stage: "confirmed" });
  return { id, url, escrow };
}

/** The same, and paid. */
export async function paid(site, options) {
  const { id, url, escrow } = await confirmed(site, options);
  await site.buyer.pay(escrow.id);
  await untilOrder(site, id, { status: "processing", stage: "funded" });
  return { id, url, escrow };
}

/** The buyer comes back to the page for paying an order, and sends its form. @returns where to. */
export async function payAgain(site, id) {
  const { payment_url: page } = await site.rest("GET", `/wc/v3/orders/${id}`);
  const first = await fetch(page);
  const html = await first.text();
  const nonce = /name="woocommerce-pay-nonce" value="(\w+)"/.exec(html)?.[1];
  const cookie = first.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  const answer = await fetch(page, {
    method: "POST",
    redirect: "manual",
    headers: { "Content-Type": "application/x-www-form-urlencoded", Cookie: cookie },
    body: new URLSearchParams({
      woocommerce_pay: "1",
      payment_method: "holdfast",
      "woocommerce-pay-nonce": nonce ?? "",
      terms: "1",
    }),
  });
  const target = answer.headers.get("location");
  if (target === null)
    throw new Error(
      `the page did not lead on: ${answer.status} ${/woocommerce-error[\s\S]*?<\/ul>/.exec(await answer.text())?.[0] ?? html.slice(0, 500)}`,
    );
  return target;
}
