/** The words of refunds, in every language of the console. */
import { area } from "../../words/locale.js";

export const refundWords = area("console-orders")("refund");
type Catalogued = ReturnType<typeof refundWords>;
/** The desk says a few of them otherwise: what is yours in the console is the seller's there. */
export type RefundWords = {
  readonly [Name in keyof Catalogued]: Catalogued[Name] extends (given: infer Given) => string
    ? (given: Given) => string
    : string;
};
