/** The choice of a way to pay. One form, one button; what a method needs is asked for beside it. */
import type { PaymentMethod } from "@holdfast/contract";
import type { ComponentChildren, JSX } from "preact";
import type { Offer } from "../../../commands/quotes.js";
import type { Network } from "../../../domain/model.js";
import { type Cents, CURRENCY } from "../../../domain/money.js";
import type { Shown } from "../../../domain/provider-looks.js";
import type { PhoneCountries } from "../../../phones/countries.js";
import type { Phone } from "../../../phones/phone.js";
import { countryName, currencyInWords, duration, money } from "../../../words/format.js";
import type { Locale } from "../../../words/locale.js";
import type { Message, Text } from "../../../words/message.js";
import { Icon, type IconName } from "../../kit/icons.js";
import type { PageContext } from "../../kit/page-context.js";
import { PhoneCountry } from "../../kit/phone-country.js";
import { WayIcon, WayName } from "../../kit/provider-looks.js";
import { Say } from "../../kit/say.js";
import { Marks } from "./marks.js";
import { Action, Notice } from "./parts.js";
import { PAY_ANCHOR, type Price, type ShownMethods } from "./state.js";
import { paymentWords } from "./words.js";

/** What was typed before, and what was wrong with it. */
export type Filled = {
  readonly method: PaymentMethod | null;
  readonly phone: string;
  /** Whose numbers are typed without its code: two letters; "" for none. */
  readonly country: string;
  readonly problem: "method" | "phone" | "phone_elsewhere" | "quote" | "currency" | null;
  /** The amount in the payer's currency that was promised; null for none, or one that has passed. */
  readonly quote: Offer | null;
  /** The currency of the phone, where that is another than was shown; null otherwise. */
  readonly currency: string | null;
  /** The network that was named; null to go by the number. */
  readonly network: string | null;
  /** How the number was read, where it was not typed in full: it is asked for no payment before it was shown. */
  readonly unsure: Phone | null;
};

export const NOTHING_FILLED: Filled = {
  method: null,
  phone: "",
  country: "",
  network: null,
  problem: null,
  quote: null,
  currency: null,
  unsure: null,
};

type Props = {
  readonly context: PageContext;
  readonly methods: readonly PaymentMethod[];
  readonly shown: ShownMethods;
  readonly phones: PhoneCountries;
  readonly networks: readonly Network[];
  /** What is said of methods that can be paid back for less long than the order may take. */
  readonly refundDays: Readonly<Partial<Record<PaymentMethod, number>>>;
  readonly action: string;
  /** Where to come back to after signing out. */
  readonly next: string;
  readonly price: Price;
  readonly amount: Cents;
  /** What the button says, with {amount} in it. */
  readonly label: Message<{ amount: Text }>;
  readonly filled: Filled;
  /** What is agreed to by the button. */
  readonly children?: ComponentChildren;
};

/** Instead of the form: nobody takes payments here, or the seller may take none at present. */
/** @param props.tooLong days that money may stay where it is paid, where the order may take longer. */
export function NotOffered({ tooLong, locale }: { tooLong: number | null; locale: Locale }): JSX.Element {
  const words = paymentWords(locale);
  return (
    <Notice icon="clock" title={words.notOffered}>
      {tooLong === null ? words.notOfferedText : words.tooLong({ time: duration(tooLong * 86_400, locale) })}
    </Notice>
  );
}

export function PayForm(props: Props): JSX.Element {
  const { context, methods, shown, phones, networks, refundDays, action, next, price, label, filled, children } = props;
  const { locale } = context;
  const words = paymentWords(locale);
  const [amount, currency] = price.offer === null ? [props.amount, CURRENCY] : [price.offer.asked, price.currency];
  const checked = methods.find((one) => one === filled.method) ?? methods[0];
  return (
    <section aria-labelledby="pay-title">
      <h2 id="pay-title" class="text-lg font-semibold tracking-tight">
        {words.choose}
      </h2>
      <SignedIn context={context} next={next} />
      {filled.problem === "method" ? <Problem id="method-problem" text={words.methodProblem} /> : null}
      {filled.problem === "quote" ? <Problem id="quote-problem" text={words.quoteProblem} /> : null}
      {filled.problem === "currency" ? (
        <Problem
          id="currency-problem"
          text={words.currencyProblem({
            country: countryName(filled.country, locale),
            currency: currencyInWords(price.currency, locale),
          })}
        />
      ) : null}
      <form method="post" action={action} class="mt-3">
        <input type="hidden" name="csrf" value={context.csrf} />
        {price.signed === "" ? null : <input type="hidden" name="quote" value={price.signed} />}
        <fieldset class="panel divide-y divide-base-300 overflow-hidden">
          <legend class="sr-only">{words.choose}</legend>
          {methods.map((method) => (
            <Method
              method={method}
              shown={shown[method]}
              phones={phones}
              networks={networks}
              refundDays={refundDays[method]}
              isChecked={method === checked}
              locale={locale}
              filled={filled}
            />
          ))}
        </fieldset>
        {children === undefined ? null : <p class="muted mt-3 text-sm leading-relaxed">{children}</p>}
        <div class="pay-bar mt-3">
          <button type="submit" class="btn btn-primary h-auto min-h-12 w-full py-2 text-base">
            <Icon name="lock" class="size-4" />
            <span class="min-w-0 [overflow-wrap:anywhere]">{label({ amount: money(amount, currency, locale) })}</span>
          </button>
        </div>
      </form>
    </section>
  );
}

function SignedIn({ context, next }: { context: PageContext; next: string }): JSX.Element | null {
  if (context.buyer === null) return null;
  const words = paymentWords(context.locale);
  return (
    <div class="mt-1 flex flex-wrap items-center gap-x-2 text-sm">
      <p class="muted min-w-0">
        <Say
          text={words.signedIn}
          email={<bdi class="font-medium text-base-content [overflow-wrap:anywhere]">{context.buyer.email}</bdi>}
        />
      </p>
      <Action context={context} action="/sign-out" next={next}>
        {words.notYou}
      </Action>
    </div>
  );
}

export const METHOD_ICONS = {
  mobile_money: "smartphone",
  card: "credit-card",
  bank: "landmark",
} as const satisfies Record<PaymentMethod, IconName>;

/**
 * The radio button stands before its label and its details, whose look follows from it without a script. The chosen one is where
 * signing in leads to.
 */
function Method({
  method,
  shown,
  phones,
  networks,
  refundDays,
  isChecked,
  locale,
  filled,
}: {
  method: PaymentMethod;
  shown: Shown | undefined;
  phones: PhoneCountries;
  networks: readonly Network[];
  refundDays: number | undefined;
  isChecked: boolean;
  locale: Locale;
  filled: Filled;
}): JSX.Element {
  const words = paymentWords(locale);
  const id = isChecked ? PAY_ANCHOR : `method-${method}`;
  return (
    <div class="relative has-checked:bg-primary/4">
      <input
        type="radio"
        id={id}
        name="method"
        value={method}
        checked={isChecked}
        required
        autofocus={isChecked && filled.problem === "method"}
        class="peer absolute start-4 top-5.5 size-5 scroll-mt-96 cursor-pointer rounded-full accent-primary sm:start-5"
      />
      <label for={id} class="flex cursor-pointer items-center gap-3.5 py-3 ps-12 pe-4 sm:ps-14 sm:pe-5">
        <span
          class={`grid size-10 shrink-0 place-items-center rounded-lg border border-base-300 text-primary ${shown?.icon == null ? "bg-base-100" : "bg-white"}`}
        >
          <WayIcon shown={shown} ours={METHOD_ICONS[method]} size={shown?.icon == null ? "size-5" : "size-8"} />
        </span>
        <span class="min-w-0 flex-1">
          <span class="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium">
            <WayName shown={shown} ours={words[method]} locale={locale} />
            {shown?.icon == null ? <Marks method={method} countries={phones.choices} /> : null}
          </span>
          <span class="muted block text-sm">{words[`${method}_note`]}</span>
        </span>
      </label>
      <div class="hidden ps-12 pe-4 pb-4 text-sm peer-checked:block sm:ps-27.5 sm:pe-5">
        {method === "mobile_money" ? (
          <PhoneField locale={locale} filled={filled} phones={phones} networks={networks} />
        ) : null}
        {method === "card" ? <p class="muted">{words.cardText}</p> : null}
        {method === "bank" ? <p class="muted">{words.bankText}</p> : null}
        {refundDays === undefined ? null : (
          <p class="mt-2 flex gap-1.5 font-medium">
            <Icon name="clock" class="mt-0.5 size-4" />
            <span class="min-w-0">{words.refundDays({ time: duration(refundDays * 86_400, locale) })}</span>
          </p>
        )}
      </div>
    </div>
  );
}

/** Not `required`: a browser would ask for it even where another method hides it. */
function PhoneField({
  locale,
  filled,
  phones,
  networks,
}: {
  locale: Locale;
  filled: Filled;
  phones: PhoneCountries;
  networks: readonly Network[];
}): JSX.Element {
  const words = paymentWords(locale);
  const problem = phoneProblem(filled, phones, locale);
  const unsure = problem === null ? filled.unsure : null;
  const described = [
    ...(problem === null ? [] : ["phone-problem"]),
    ...(unsure === null ? [] : ["phone-read"]),
    "phone-hint",
  ];
  return (
    <>
      <PhoneCountry
        name="phone_country"
        label={words.phoneCountry}
        none={words.phoneCountryNone}
        countries={phones.choices}
        chosen={filled.country}
        locale={locale}
      />
      <label class="font-medium" for="phone">
        {words.phone}
      </label>
      <input
        id="phone"
        name="phone"
        type="tel"
        inputMode="tel"
        dir="ltr"
        autocomplete="tel"
        value={filled.phone}
        autofocus={problem !== null}
        aria-invalid={problem === null ? undefined : "true"}
        aria-describedby={described.join(" ")}
        class={`input mt-1.5 w-full ${problem === null ? "" : "input-error"}`}
      />
      {problem === null ? null : <Problem id="phone-problem" text={problem} />}
      {unsure === null ? null : <ReadAs phone={unsure} locale={locale} />}
      <p id="phone-hint" class="muted mt-2">
        {words.phoneHint}
      </p>
      {networks.length === 0 ? null : <NetworkField networks={networks} chosen={filled.network} locale={locale} />}
    </>
  );
}

/** The provider goes by the first digits of a number, which don't tell the network of each. */
function NetworkField({
  networks,
  chosen,
  locale,
}: {
  networks: readonly Network[];
  chosen: string | null;
  locale: Locale;
}): JSX.Element {
  const words = paymentWords(locale);
  const isOneCountry = new Set(networks.map(({ country }) => country)).size === 1;
  return (
    <div class="mt-3">
      <label class="font-medium" for="network">
        {words.network}
      </label>
      <select id="network" name="network" class="field mt-1.5 h-11 w-full py-0">
        <option value="">{words.networkByNumber}</option>
        {networks.map(({ id, name, country }) => (
          <option value={id} selected={id === chosen}>
            {isOneCountry ? name : `${name} (${countryName(country, locale)})`}
          </option>
        ))}
      </select>
    </div>
  );
}

function phoneProblem({ problem, unsure }: Filled, { choices }: PhoneCountries, locale: Locale): string | null {
  const words = paymentWords(locale);
  if (problem === "phone") return words.phoneProblem;
  if (problem !== "phone_elsewhere") return null;
  const countries = choices.map((one) => countryName(one, locale)).join(", ");
  return words.phoneElsewhere({ phone: unsure?.shown ?? "", countries });
}

/** "+254 712 345 678 in Kenya?" The same button then goes on, for as long as the number is read the same. */
function ReadAs({ phone: { number, country, shown }, locale }: { phone: Phone; locale: Locale }): JSX.Element {
  const words = paymentWords(locale);
  const phone = (
    <bdi dir="ltr" class="whitespace-nowrap tabular-nums">
      {shown}
    </bdi>
  );
  return (
    <div id="phone-read" role="status" class="mt-3 rounded-field bg-info/10 p-3">
      <input type="hidden" name="phone_read" value={number} />
      <p class="text-base font-semibold">
        {country === null ? (
          <Say text={words.phoneRead} phone={phone} />
        ) : (
          <Say text={words.phoneReadIn} phone={phone} country={countryName(country, locale)} />
        )}
      </p>
      <p class="mt-1">{words.phoneReadText}</p>
    </div>
  );
}

const Problem = ({ id, text }: { id: string; text: string }): JSX.Element => (
  <p id={id} role="alert" class="mt-2 flex gap-1.5 text-sm font-medium text-error">
    <Icon name="circle-alert" class="mt-0.5 size-4" />
    <span class="min-w-0">{text}</span>
  </p>
);
