import type { FastifyRequest } from "fastify";
import type { PasskeyOptions } from "../../../../identity/passkeys.js";
import type { ShownPasskey } from "../../../../identity/seller-factor.js";
import type { PersonContext } from "../../../kit/person-context.js";
import { askingOf, type PeopleServices } from "../outcome.js";

/** The forms of the page that something may be wrong with. */
export type AboutForm = "app" | "passkey" | "codes" | "off";

export type Factors = {
  readonly hasApp: boolean;
  /** Oldest first. */
  readonly passkeys: readonly ShownPasskey[];
  /** Null without a factor. */
  readonly codesLeft: number | null;
  /** What a browser is asked for another passkey. */
  readonly create: PasskeyOptions;
};

/** What the person has as a second factor, and what a browser is asked for another. */
export async function loadFactors(
  person: PersonContext,
  { request }: { readonly request: FastifyRequest },
  { people }: PeopleServices,
): Promise<Factors> {
  const { seller } = person;
  const { factor } = people.sellers;
  const [hasApp, passkeys, codesLeft, create] = await Promise.all([
    factor.hasApp(seller),
    factor.passkeys(seller),
    seller.hasSecondFactor ? factor.recoveryCodesLeft(seller) : null,
    factor.askForNewPasskey(askingOf(request), seller),
  ]);
  return { hasApp, passkeys, codesLeft, create };
}
