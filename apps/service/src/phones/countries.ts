/** Whose phones a person may choose between, and whose they have, as far as anybody can tell. */
import { MOBILE_MONEY_COUNTRIES } from "../domain/countries.js";

export type PhoneCountries = {
  /** Two letters each. One alone is no choice. */
  readonly choices: readonly string[];
  /** Whether numbers of others are refused. */
  readonly isAll: boolean;
  /** The likely one of the choices; "" for none. */
  readonly likely: string;
};

/**
 * @param served where somebody serves; null for everywhere.
 * @param told what else tells where the person is: two letters each, "" for what does not, the surest first.
 */
export function phoneCountries(served: readonly string[] | null, told: readonly string[]): PhoneCountries {
  const choices = served ?? MOBILE_MONEY_COUNTRIES;
  const only = choices.length === 1 ? choices : told;
  return { choices, isAll: served !== null, likely: only.find((one) => choices.includes(one)) ?? "" };
}

/** The regions of the languages that a browser asks for, such as KE of "sw-KE, en;q=0.8". */
export const regionsIn = (acceptLanguage: string | undefined): readonly string[] =>
  [...(acceptLanguage ?? "").slice(0, 200).matchAll(/\b[a-z]{2,3}-([A-Z]{2})\b/g)].flatMap(
    ([, region]) => region ?? [],
  );
