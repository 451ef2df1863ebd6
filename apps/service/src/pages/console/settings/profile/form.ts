/** Reads the form of the profile. */

import { COUNTRIES } from "../../../../domain/countries.js";
import { readEmail } from "../../../../domain/email.js";
import { isWebUrl } from "../../../../domain/return-url.js";
import { PROFILE_LIMITS, type Profile } from "../../../../domain/settings.js";
import { tidy } from "../../../../domain/typed.js";
import { isReservedName } from "../../../../identity/reserved-name.js";
import { readPhone } from "../../../../phones/phone.js";
import type { Locale } from "../../../../words/locale.js";
import type { FormFields } from "../../../kit/page-context.js";
import { oneLine, type Problems } from "../form.js";
import { profileWords, settingsWords } from "../words.js";

export type ProfileForm = { readonly typed: Profile; readonly problems: Problems<keyof Profile> };

const lines = (text: string | undefined): string =>
  tidy((text ?? "").replaceAll("\r\n", "\n").replaceAll(/[^\P{Cc}\n]/gu, " "));

const lengthOf = (text: string): number => [...text].length;

/**
 * What was typed, and what is wrong with it; without problems it may be saved as it is.
 * @param sent the form, and the language in which problems are said.
 * @param known what stands for a field that the page did not offer.
 */
export function readProfile(
  { form, locale }: { readonly form: FormFields; readonly locale: Locale },
  known: Profile,
): ProfileForm {
  const words = profileWords(locale);
  const tooLong = (text: string, most: number): string | null =>
    lengthOf(text) > most ? settingsWords(locale).atMost({ most }) : null;
  const website = oneLine(form["website"]);
  const url = readWebsite(website);
  const phone = oneLine(form["phone"]);
  const country = form["country"] === undefined ? known.country : oneLine(form["country"]);
  const read = readPhone(phone, country === "" ? null : country);
  const supportEmail = oneLine(form["support_email"]);
  const typed: Profile = {
    legalName: form["legal_name"] === undefined ? known.legalName : oneLine(form["legal_name"]),
    country,
    address: form["address"] === undefined ? known.address : lines(form["address"]),
    taxId: oneLine(form["tax_id"]),
    phone: read?.number ?? phone,
    website: url ?? website,
    supportEmail: readEmail(supportEmail) ?? supportEmail,
  };
  const found = {
    legalName:
      form["legal_name"] !== undefined && isReservedName(typed.legalName)
        ? settingsWords(locale).nameIsOurs
        : tooLong(typed.legalName, PROFILE_LIMITS.legalName),
    country: typed.country === "" || COUNTRIES.includes(typed.country) ? null : words.badCountry,
    address: tooLong(typed.address, PROFILE_LIMITS.address),
    taxId: tooLong(typed.taxId, PROFILE_LIMITS.taxId),
    phone: phone === "" || read !== null ? null : words.badPhone,
    website: website === "" || url !== null ? null : words.badWebsite,
    supportEmail: supportEmail === "" || readEmail(supportEmail) !== null ? null : words.badSupportEmail,
  };
  return { typed, problems: Object.fromEntries(Object.entries(found).filter(([, problem]) => problem !== null)) };
}

/** As a browser would write it; null for what is no public web address. `https://` may be left out. */
function readWebsite(text: string): string | null {
  if (text === "") return "";
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`);
  if (url === null || !isWebUrl(url.href)) return null;
  return url.hostname.includes(".") && url.href.length <= PROFILE_LIMITS.website ? url.href : null;
}
