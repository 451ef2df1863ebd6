/** When something was made at Stripe, as far as our clock tells: what lists are narrowed by. */
import { unixSeconds } from "../../platform/clock.js";
import type { Asked } from "../port.js";
import type { Form } from "./form.js";

/** How far Stripe's clock may be from ours, and how long a request may be on its way. */
const SKEW_SECONDS = 60;
const UNDER_WAY_SECONDS = 30;

/** Of a list, `created`. Outside live mode our clock may have been moved ahead, while Stripe's was not: then it has no end. */
export function windowOf({ at, lastAt, now }: Pick<Asked, "at" | "lastAt" | "now">, isLive: boolean): Form {
  if (isLive) return { gte: at - SKEW_SECONDS, lte: lastAt + SKEW_SECONDS + UNDER_WAY_SECONDS };
  const ahead = Math.max(0, now - unixSeconds());
  return { gte: at - ahead - SKEW_SECONDS };
}
