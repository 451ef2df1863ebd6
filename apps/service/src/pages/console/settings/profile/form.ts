/** Reads the form of the profile. */
import { COUNTRIES } from "../../../../domain/countries.js";
import { readPhone } from "../../../../domain/phone.js";
import { PROFILE_LIMITS, type Profile } from "../../../../domain/settings.js";
import { readEmail } from "../../../../identity/buyers.js";
import type { FormFields } from "../../../kit/page-context.js";
import { oneLine, type Problems } from "../form.js";

export type ProfileForm = { readonly typed: Profile; readonly problems: Problems<keyof Profile> };

const lines = (text: string | undefined): string =>
  (text ?? "")
    .replaceAll("\r\n", "\n")
    .replaceAll(/[^\P{Cc}\n]/gu, " ")
    .trim();

const lengthOf = (text: string): number => [...text].length;

/**
 * What was typed, and what is wrong with it; without problems it may be saved as it is.
 * @param known what stands for a field that the page did not offer.
 */
export function readProfile(form: FormFields, known: Profile): ProfileForm {
  const website = oneLine(form["website"]);
  const url = readWebsite(website);
  const phone = oneLine(form["phone"]);
  const supportEmail = oneLine(form["support_email"]);
  const typed: Profile = {
    legalName: form["legal_name"] === undefined ? known.legalName : oneLine(form["legal_name"]),
    country: form["country"] === undefined ? known.country : oneLine(form["country"]),
    address: form["address"] === undefined ? known.address : lines(form["address"]),
    taxId: oneLine(form["tax_id"]),
    phone: readPhone(phone) ?? phone,
    website: url ?? website,
    supportEmail: readEmail(supportEmail) ?? supportEmail,
  };
  const found = {
    legalName: tooLong(typed.legalName, PROFILE_LIMITS.legalName),
    country: typed.country === "" || COUNTRIES.includes(typed.country) ? null : "Choose a country from the list.",
    address: tooLong(typed.address, PROFILE_LIMITS.address),
    taxId: tooLong(typed.taxId, PROFILE_LIMITS.taxId),
    phone:
      phone === "" || readPhone(phone) !== null ? null : "Enter it with the country's code, such as +49 30 901820.",
    website: website === "" || url !== null ? null : "Enter a web address, such as https://shop.example.",
    supportEmail:
      supportEmail === "" || readEmail(supportEmail) !== null
        ? null
        : "Enter an email address, such as help@shop.example.",
  };
  return { typed, problems: Object.fromEntries(Object.entries(found).filter(([, problem]) => problem !== null)) };
}

const tooLong = (text: string, max: number): string | null =>
  lengthOf(text) > max ? `At most ${max} characters.` : null;

/** As a browser would write it; null for what is no public web address. `https://` may be left out. */
function readWebsite(text: string): string | null {
  if (text === "") return "";
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") return null;
  return url.hostname.includes(".") && url.href.length <= PROFILE_LIMITS.website ? url.href : null;
}
