/** Who runs the service, as all that people read names it, and the names that a sentence may bear without being given them. */
import { holderOf, type OperatorIdentity, PRODUCT, UNNAMED } from "../domain/operator-identity.js";
import { OPERATOR_NAMES } from "./check.js";

let identity: OperatorIdentity = UNNAMED;

/** Counts how often it has changed, so that others know when to ask again. */
let edition = 0;
export const operatorEdition = (): number => edition;

/** Of this process, at this moment: what is made of it is not kept beyond {@link operatorEdition}. */
export const operatorIdentity = (): OperatorIdentity => identity;

/** From now on, all that is said names this operator. */
export function useOperatorIdentity(next: OperatorIdentity): void {
  identity = next;
  edition += 1;
}

/** What the service is called. */
export const operatorName = (): string => identity.name;

/** What the browser's tab and the lists of its history show. */
export const titled = (title: string): string => `${title} – ${identity.name}`;

/** Whether pages say which software they are made with: never of itself. */
export const hasSoftwareLine = ({ softwareLine, name }: OperatorIdentity = identity): boolean =>
  softwareLine && name !== PRODUCT;

const nameOf = (place: string): string =>
  place === "product" ? PRODUCT : place === "holder" ? holderOf(identity) : identity.name;

const PLACE = new RegExp(`\\{(${OPERATOR_NAMES.join("|")})\\}`, "g");

/** A text of a catalogue with those names in it; what they contain is never read for places. */
export const withOperatorNames = (text: string): string =>
  text.replaceAll(PLACE, (_, place: string) =>
    nameOf(place)
      .replaceAll("'", "''")
      .replaceAll(/[{}]+/g, (braces) => `'${braces}'`),
  );
