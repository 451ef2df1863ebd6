import type { PasskeyOptions } from "../../../../identity/passkeys.js";
import type { Asked } from "../../../kit/answer.js";
import type { PersonContext } from "../../../kit/person-context.js";
import { askingOf, type PeopleServices } from "../outcome.js";

/** What a browser is asked for a passkey; null for people without one. With one, the page needs its script. */
export async function loadAsk(
  { site, seller }: PersonContext,
  { request, reply }: Pick<Asked, "request" | "reply">,
  { people }: PeopleServices,
): Promise<PasskeyOptions | null> {
  if (!seller.hasSecondFactor) return null;
  const ask = await people.sellers.factor.askForPasskey(askingOf(request), seller);
  return ask;
}
