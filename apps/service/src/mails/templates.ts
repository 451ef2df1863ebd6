/** Every mail that there is, by name. The outbox keeps name and parameters; the words are put together when it is read. */
import { BUYER_FIELDS, type BuyerTemplate } from "./buyer/fields.js";
import { buyerLetter } from "./buyer/letters.js";
import { disabledLetter, ENDPOINT_FIELDS, failingLetter } from "./endpoint-letters.js";
import type { Letter } from "./letter.js";
import { type Fields, type ParamsOf, readParams } from "./params.js";
import { SIGN_IN_CODE_FIELDS, writeSignInCode } from "./sign-in-code.js";

/**
 * A letter from what the outbox keeps.
 * @param publicUrl the origin that links start with.
 * @throws Error when a parameter is missing or of another form.
 */
type Template = (params: unknown, publicUrl: string) => Letter;

const template =
  <Own extends Fields>(
    name: string,
    fields: Own,
    write: (params: ParamsOf<Own>, publicUrl: string) => Letter,
  ): Template =>
  (params, publicUrl) =>
    write(readParams(name, fields, params), publicUrl);

const toBuyer = <Name extends BuyerTemplate>(name: Name): Template =>
  template(name, BUYER_FIELDS[name], (params, publicUrl) => buyerLetter(name, params as never, publicUrl));

export const TEMPLATES = {
  webhook_failing: template("webhook_failing", ENDPOINT_FIELDS, failingLetter),
  webhook_disabled: template("webhook_disabled", ENDPOINT_FIELDS, disabledLetter),
  sign_in_code: template("sign_in_code", SIGN_IN_CODE_FIELDS, writeSignInCode),
  order_created: toBuyer("order_created"),
  order_part_funded: toBuyer("order_part_funded"),
  order_funded: toBuyer("order_funded"),
  delivery_submitted: toBuyer("delivery_submitted"),
  dispute_opened: toBuyer("dispute_opened"),
  dispute_resolved: toBuyer("dispute_resolved"),
  order_settled: toBuyer("order_settled"),
  order_completed: toBuyer("order_completed"),
  order_cancelled: toBuyer("order_cancelled"),
  order_expired: toBuyer("order_expired"),
  refund_paid: toBuyer("refund_paid"),
} as const satisfies Readonly<Record<BuyerTemplate, Template>> & Readonly<Record<string, Template>>;
