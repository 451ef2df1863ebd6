/** The form for one more destination. */
import type { JSX } from "preact";
import type { DestinationProblems, TypedDestination } from "../../../../domain/destinations.js";
import { ANY_ACCOUNT } from "../../../../domain/payees.js";
import type { PhoneCountries } from "../../../../phones/countries.js";
import { readPhone } from "../../../../phones/phone.js";
import { PAYOUT_LATER, PAYOUT_REFUSED } from "../../../../providers/sandbox/names.js";
import { countryName } from "../../../../words/format.js";
import type { Locale } from "../../../../words/locale.js";
import { Icon } from "../../../kit/icons.js";
import { useWords } from "../../../kit/language.js";
import { PhoneCountry } from "../../../kit/phone-country.js";
import { wayName } from "../../../kit/provider-looks.js";
import { Tabs } from "../../../kit/tabs.js";
import { Empty, Notice, PageHead, Section } from "../../../kit/ui.js";
import { AccountFields, numberProblem, TextField } from "../../../payees/fields.js";
import { destinationWords, formLabel } from "../../../payees/words.js";
import type { ConsoleContext } from "../../context.js";
import { Frame } from "../../frame.js";
import { destinationsUrl } from "../../links.js";
import { paidIn } from "../pieces.js";
import type { Way } from "./form.js";

export function NewDestinationPage({
  context,
  typed,
  ways,
  phones,
  problems,
}: {
  context: ConsoleContext;
  typed: TypedDestination;
  /** What anybody pays out to here, each a tab. */
  ways: readonly Way[];
  phones: PhoneCountries;
  problems: DestinationProblems;
}): JSX.Element {
  const words = destinationWords(context.locale);
  const way = (typed.kind === null ? ways[0] : ways.find(({ id }) => id === idOf(typed))) ?? null;
  const path = `${destinationsUrl(context)}/new`;
  return (
    <Frame context={context} title={words.addTitle} entry="/wallet">
      <PageHead
        title={words.addTitle}
        up={{ href: destinationsUrl(context), label: words.title }}
        lead={words.addLead}
      />
      {problems.all === undefined ? null : <Notice tone="bad">{words[`all_${problems.all}`]}</Notice>}
      {way === null ? (
        <Empty icon="banknote" title={words.noWays}>
          {words.noWaysText}
        </Empty>
      ) : (
        <>
          {ways.length === 1 ? null : (
            <Tabs
              label={words.kinds}
              class="mb-4 border-b border-base-300"
              tabs={ways.map((one) => ({
                href: `${path}?kind=${one.id}`,
                text: wayLabel(one, context.locale),
                isOn: one.id === way.id,
              }))}
            />
          )}
          <DestinationForm {...{ context, typed, way, phones, problems }} />
        </>
      )}
    </Frame>
  );
}

const idOf = ({ kind, form }: TypedDestination): string => (kind === "bank" ? form.id : "mobile_money");
const wayLabel = ({ form, shown }: Way, locale: Locale): string =>
  wayName(shown, form === null ? destinationWords(locale).mobile_money : formLabel(form, locale), locale);

function DestinationForm({
  context,
  typed,
  way,
  phones,
  problems,
}: {
  context: ConsoleContext;
  typed: TypedDestination;
  way: Way;
  phones: PhoneCountries;
  problems: DestinationProblems;
}): JSX.Element {
  const words = destinationWords(context.locale);
  return (
    <Section title={wayLabel(way, context.locale)} lead={paidIn(way.currency, context.locale) || undefined}>
      <form method="post" action={destinationsUrl(context)} class="max-w-xl">
        <input type="hidden" name="csrf" value={context.csrf} />
        <input type="hidden" name="kind" value={way.id} />
        {way.form === null ? (
          <PhoneFields typed={typed} phones={phones} problems={problems} context={context} />
        ) : (
          <AccountFields form={way.form} typed={typed} problems={problems} locale={context.locale} />
        )}
        {problems.number === "unsure" ? <ReadAs typed={typed} context={context} /> : null}
        {context.site.isSandbox && (way.form === null || way.form === ANY_ACCOUNT) ? <Sandbox /> : null}
        <button type="submit" class="btn btn-primary">
          {words.add}
        </button>
      </form>
    </Section>
  );
}

function PhoneFields({
  context: { locale },
  typed,
  phones,
  problems,
}: {
  context: ConsoleContext;
  typed: TypedDestination;
  phones: PhoneCountries;
  problems: DestinationProblems;
}): JSX.Element {
  const words = useWords(destinationWords);
  return (
    <>
      <TextField
        label={words.registeredName}
        name="name"
        value={typed.name}
        problem={problems.name === undefined ? null : words[`name_${problems.name}`]}
        autocomplete="name"
      />
      <PhoneCountry
        name="phone_country"
        label={words.phoneCountry}
        none={words.phoneCountryNone}
        countries={phones.choices}
        chosen={typed.country ?? ""}
        locale={locale}
      />
      <TextField
        label={words.phone}
        name="number"
        value={typed.number}
        hint={words.phoneHint}
        problem={numberProblem(problems, words)}
        inputMode="tel"
        autocomplete="tel"
      />
    </>
  );
}

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

const Sandbox = (): JSX.Element => (
  <p class="muted mb-4 flex gap-2 text-xs leading-relaxed">
    <Icon name="flask" class="mt-0.5 size-3.5" />
    <span>{useWords(destinationWords).sandbox({ refused: PAYOUT_REFUSED, later: PAYOUT_LATER })}</span>
  </p>
);
