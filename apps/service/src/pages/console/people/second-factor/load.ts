import type { FastifyRequest } from "fastify";
import type { Asks, ShownPasskey } from "../../../../identity/seller-factor.js";
import type { PersonContext } from "../../../kit/person-context.js";
import { askingOf, type PeopleServices } from "../outcome.js";

/** A form of the page: of a passkey that is to be removed, its id. */
export type AboutForm = string;

export type Factors = {
  readonly hasApp: boolean;
  /** Oldest first. */
  readonly passkeys: readonly ShownPasskey[];
  /** Null without a factor. */
  readonly codesLeft: number | null;
  readonly asks: Asks;
};

/** What the person has as a second factor, and what a browser is asked for a passkey. */
export async function loadFactors(
  person: PersonContext,
  { request }: { readonly request: FastifyRequest },
  { people }: PeopleServices,
): Promise<Factors> {
  const { seller } = person;
  const { factor } = people.sellers;
  const [hasApp, passkeys, codesLeft, asks] = await Promise.all([
    factor.hasApp(seller),
    factor.passkeys(seller),
    seller.hasSecondFactor ? factor.recoveryCodesLeft(seller) : null,
    factor.ask(askingOf(request), seller),
  ]);
  return { hasApp, passkeys, codesLeft, asks };
}
