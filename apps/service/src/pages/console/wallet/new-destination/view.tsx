/** The form for one more destination. */
import type { ComponentChildren, JSX } from "preact";
import type { DestinationProblems, TypedDestination } from "../../../../domain/destinations.js";
import type { TypedKind } from "../../../../domain/payouts.js";
import type { PhoneCountries } from "../../../../phones/countries.js";
import { readPhone } from "../../../../phones/phone.js";
import { PAYOUT_LATER, PAYOUT_REFUSED } from "../../../../providers/sandbox/names.js";
import { countryName } from "../../../../words/format.js";
import { Icon } from "../../../kit/icons.js";
import { useWords } from "../../../kit/language.js";
import { PhoneCountry } from "../../../kit/phone-country.js";
import { Tabs } from "../../../kit/tabs.js";
import { described, Field, Notice, PageHead, Section } from "../../../kit/ui.js";
import type { ConsoleContext } from "../../context.js";
import { Frame } from "../../frame.js";
import { destinationsUrl } from "../../links.js";
import { destinationWords } from "../words.js";

export function NewDestinationPage({
  context,
  typed,
  phones,
  problems,
}: {
  context: ConsoleContext;
  typed: TypedDestination;
  phones: PhoneCountries;
  problems: DestinationProblems;
}): JSX.Element {
  const words = destinationWords(context.locale);
  const kind: TypedKind = typed.kind ?? "mobile_money";
  const path = `${destinationsUrl(context)}/new`;
  return (
    <Frame context={context} title={words.addTitle} entry="/wallet">
      <PageHead
        title={words.addTitle}
        up={{ href: destinationsUrl(context), label: words.title }}
        lead={words.addLead}
      />
      <Tabs
        label={words.kinds}
        class="mb-4 border-b border-base-300"
        tabs={(["mobile_money", "bank"] as const).map((one) => ({
          href: `${path}?kind=${one}`,
          text: words[one],
          isOn: one === kind,
        }))}
      />
      {problems.all === undefined ? null : <Notice tone="bad">{words[`all_${problems.all}`]}</Notice>}
      <Section title={words[kind]}>
        <form method="post" action={destinationsUrl(context)} class="max-w-xl">
          <input type="hidden" name="csrf" value={context.csrf} />
          <input type="hidden" name="kind" value={kind} />
          <TextField
            label={kind === "bank" ? words.holder : words.registeredName}
            name="name"
            value={typed.name}
            problem={problems.name === undefined ? null : words[`name_${problems.name}`]}
            autocomplete="name"
          />
          {kind === "bank" ? (
            <TextField
              label={words.bankName}
              name="bank"
              value={typed.bank}
              problem={problems.bank === undefined ? null : words[`bank_${problems.bank}`]}
            />
          ) : null}
          {kind === "bank" ? null : (
            <PhoneCountry
              name="phone_country"
              label={words.phoneCountry}
              none={words.phoneCountryNone}
              countries={phones.choices}
              chosen={typed.country ?? ""}
              locale={context.locale}
            />
          )}
          <TextField
            label={kind === "bank" ? words.accountNumber : words.phone}
            name="number"
            value={typed.number}
            hint={kind === "bank" ? words.accountNumberHint : words.phoneHint}
            problem={numberProblem(problems, words)}
            {...(kind === "bank" ? {} : { inputMode: "tel" as const, autocomplete: "tel" })}
          />
          {problems.number === "unsure" ? <ReadAs typed={typed} context={context} /> : null}
          {context.site.isSandbox ? <Sandbox /> : null}
          <button type="submit" class="btn btn-primary">
            {words.add}
          </button>
        </form>
      </Section>
    </Frame>
  );
}

const numberProblem = ({ number }: DestinationProblems, words: ReturnType<typeof destinationWords>): string | null =>
  number === undefined || number === "unsure" ? null : words[`number_${number}`];

/** How a number was read that was not typed in full: the same button then keeps it. */
function ReadAs({
  typed,
  context: { locale },
}: {
  typed: TypedDestination;
  context: ConsoleContext;
}): JSX.Element | null {
  const words = useWords(destinationWords);
  const phone = readPhone(typed.number, typed.country);
  if (phone === null) return null;
  const country = phone.country === null ? "" : countryName(phone.country, locale);
  return (
    <div role="status" class="mb-4 rounded-field bg-info/10 p-3">
      <input type="hidden" name="phone_read" value={phone.number} />
      <p class="font-semibold tabular-nums">
        {country === "" ? words.phoneRead({ phone: phone.shown }) : words.phoneReadIn({ phone: phone.shown, country })}
      </p>
      <p class="mt-1 text-sm">{words.phoneReadText}</p>
    </div>
  );
}

function TextField({
  label,
  name,
  value,
  hint,
  problem,
  inputMode = "text",
  autocomplete = "off",
}: {
  label: string;
  name: string;
  value: string;
  hint?: ComponentChildren;
  problem: string | null;
  inputMode?: "text" | "tel";
  autocomplete?: string;
}): JSX.Element {
  return (
    <Field label={label} name={name} problem={problem} {...(hint === undefined ? {} : { hint })}>
      <input
        {...described(name, { hasHint: hint !== undefined, problem })}
        class="input w-full"
        inputMode={inputMode}
        required
        autocomplete={autocomplete}
        value={value}
      />
    </Field>
  );
}

const Sandbox = (): JSX.Element => (
  <p class="muted mb-4 flex gap-2 text-xs leading-relaxed">
    <Icon name="flask" class="mt-0.5 size-3.5" />
    <span>{useWords(destinationWords).sandbox({ refused: PAYOUT_REFUSED, later: PAYOUT_LATER })}</span>
  </p>
);
