import type { TypedDestination } from "../../../../domain/destinations.js";
import { CURRENCY } from "../../../../domain/money.js";
import { DESTINATION_KINDS } from "../../../../domain/payouts.js";
import { type PhoneCountries, phoneCountries, regionsIn } from "../../../../phones/countries.js";
import type { Asked } from "../../../kit/answer.js";
import type { FormFields } from "../../../kit/page-context.js";
import type { ConsoleServices } from "../../services.js";

const TYPED_MAX = 200;

/** A destination as it was typed; its kind may stand in the address too. */
export function readDestination(fields: FormFields, { choices, likely }: PhoneCountries): TypedDestination {
  const typed = (name: string): string => (fields[name] ?? "").slice(0, TYPED_MAX);
  const kind = DESTINATION_KINDS.find((one) => one === fields["kind"]) ?? null;
  const asked = fields["phone_country"];
  const chosen = choices.length === 1 || asked === undefined ? likely : asked;
  const country = choices.find((one) => one === chosen) ?? null;
  const texts = { name: typed("name"), bank: typed("bank"), number: typed("number") };
  return { kind, ...texts, country, confirmed: typed("phone_read") };
}

/** Whose phones are paid to, and which of them are likely the seller's. */
export const payeeCountries = (
  { request }: Pick<Asked, "request">,
  { providers }: Pick<ConsoleServices, "providers">,
) =>
  phoneCountries(providers.countries("out", "mobile_money", CURRENCY), regionsIn(request.headers["accept-language"]));
