/** What the receivers in JavaScript share: how an event is verified, as the guide says, and a shop that acts on it once. */
import { createHmac, timingSafeEqual } from "node:crypto";

const TOLERANCE_SECONDS = 300;
const STAGES = { "checkout.session.completed": 1, "escrow.funded": 2, "escrow.completed": 3 };

/** @param {string | undefined} header @param {Buffer} raw */
export function isSigned(header, raw) {
  const entries = (header ?? "").split(",").map((entry) => entry.split("="));
  const named = (name) => entries.filter(([key]) => key === name).map(([, value = ""]) => value);
  const [t, ...more] = named("t");
  if (t === undefined || more.length > 0 || !/^\d{1,12}$/.test(t)) return false;
  if (Math.abs(Date.now() / 1000 - Number(t)) > TOLERANCE_SECONDS) return false;
  const expected = createHmac("sha256", process.env.SECRET).update(`${t}.`).update(raw).digest();
  return named("v1").some((mark) => {
    const given = Buffer.from(mark, "hex");
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

// Next puts each route into a bundle of its own; what they share lies here.
globalThis.shop ??= { orders: new Map(), seen: new Set() };
const { orders, seen } = globalThis.shop;

/** An order only goes forward, and is shipped once. */
export function act({ id, type, data }) {
  const reached = STAGES[type];
  if (seen.has(id) || reached === undefined) return;
  seen.add(id);
  const { external_reference: reference } = data.object;
  const { stage, shipped } = orders.get(reference) ?? { stage: 0, shipped: 0 };
  orders.set(reference, { stage: Math.max(stage, reached), shipped: shipped + (stage < 2 && reached >= 2 ? 1 : 0) });
}

export const stateOf = (reference) => JSON.stringify(orders.get(reference) ?? null);
