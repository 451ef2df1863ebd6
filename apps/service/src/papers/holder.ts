import { holderOf } from "../domain/operator-identity.js";
import { operatorIdentity } from "../words/operator-names.js";

/** Who holds the money, as papers name it: its legal name, where it is, its registration, and where it is reached. */
export function holderLines(): readonly string[] {
  const identity = operatorIdentity();
  const { name, address, registration, supportEmail } = identity;
  const holder = holderOf(identity);
  return [holder, holder === name ? "" : name, ...address.split("\n"), registration, supportEmail].filter(
    (line) => line !== "",
  );
}
