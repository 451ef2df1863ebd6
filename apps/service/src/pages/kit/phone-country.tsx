/** The country of a phone, before its number. Where there is one alone, nothing is chosen, and its code is shown. */
import type { JSX } from "preact";
import { callingCode } from "../../phones/phone.js";
import { countryName } from "../../words/format.js";
import type { Locale } from "../../words/locale.js";

type Props = {
  readonly name: string;
  readonly label: string;
  /** What the option says that chooses none. */
  readonly none: string;
  readonly countries: readonly string[];
  readonly chosen: string;
  readonly locale: Locale;
};

export function PhoneCountry({ name, label, none, countries, chosen, locale }: Props): JSX.Element {
  const text = (code: string): string => `${countryName(code, locale)} (\u2066${callingCode(code)}\u2069)`;
  const [only = ""] = countries;
  if (countries.length === 1) return <p class="mb-2 text-sm">{text(only)}</p>;
  const compare = new Intl.Collator(locale).compare;
  const options = countries
    .map((code) => [code, text(code)] as const)
    .sort(([, one], [, other]) => compare(one, other));
  return (
    <div class="mb-3 text-sm">
      <label class="font-medium" for={name}>
        {label}
      </label>
      <select id={name} name={name} class="field mt-1.5 h-11 w-full py-0" autocomplete="country">
        <option value="">{none}</option>
        {options.map(([code, shown]) => (
          <option value={code} selected={code === chosen}>
            {shown}
          </option>
        ))}
      </select>
    </div>
  );
}
