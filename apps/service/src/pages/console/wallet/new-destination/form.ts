import type { TypedDestination } from "../../../../domain/destinations.js";
import { DESTINATION_KINDS } from "../../../../domain/payouts.js";
import type { FormFields } from "../../../kit/page-context.js";

const TYPED_MAX = 200;

/** A destination as it was typed; its kind may stand in the address too. */
export function readDestination(fields: FormFields): TypedDestination {
  const typed = (name: string): string => (fields[name] ?? "").slice(0, TYPED_MAX);
  const kind = DESTINATION_KINDS.find((one) => one === fields["kind"]) ?? null;
  return { kind, name: typed("name"), bank: typed("bank"), number: typed("number") };
}
