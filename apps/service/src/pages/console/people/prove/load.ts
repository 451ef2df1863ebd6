import type { PasskeyOptions } from "../../../../identity/passkeys.js";
import type { Asked } from "../../../kit/answer.js";
import type { PersonContext } from "../../../kit/person-context.js";
import { askingOf, type PeopleServices } from "../outcome.js";

/** What a browser is asked for a passkey; null for people without one. */
export async function loadAsk(
  { seller }: PersonContext,
  { request }: Pick<Asked, "request">,
  { people }: PeopleServices,
): Promise<PasskeyOptions | null> {
  if (!seller.hasSecondFactor) return null;
  return people.sellers.factor.askForPasskey(askingOf(request), seller);
}
