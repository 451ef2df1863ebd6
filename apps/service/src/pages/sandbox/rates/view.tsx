import type { JSX } from "preact";
import { inverseOf, isFresh, type Rate } from "../../../domain/rates.js";
import { duration, ratePlain } from "../../../words/format.js";
import { Icon } from "../../kit/icons.js";
import { maxLengthFor } from "../../kit/max-length.js";
import type { PageContext } from "../../kit/page-context.js";
import { ShortTime } from "../../kit/times.js";
import { described, Field } from "../../kit/ui.js";
import { PlayForm, PlayFrame } from "../frame.js";
import type { TypedRate } from "./form.js";

type Props = {
  readonly context: PageContext;
  readonly rates: readonly Rate[];
  readonly now: number;
  readonly ageMaxSeconds: number;
  readonly typed: TypedRate;
  readonly said: string | undefined;
};

const SAID: ReadonlyMap<string, string> = new Map([
  ["set", "Set. Checkout pages use it within a second."],
  ["usual", "Set. Checkout pages use them within a second."],
]);

export const SandboxRatesPage = ({ context, rates, now, ageMaxSeconds, typed, said = "" }: Props): JSX.Element => (
  <PlayFrame
    context={context}
    icon="landmark"
    whom="the bank that sets exchange rates"
    company="Sandbox Central Bank"
    title="Exchange rates"
    back={null}
  >
    <p class="muted mt-2 text-sm leading-relaxed">
      Buyers may pay and sellers be paid in these currencies, where a provider can. A rate holds for{" "}
      {duration(ageMaxSeconds, "en")} by the sandbox’s clock.
    </p>
    {said === "busy" ? (
      <p role="alert" class="mt-4 flex gap-2 text-sm font-medium text-error">
        <Icon name="circle-alert" class="mt-0.5 size-4" />
        <span class="min-w-0">Not set: somebody else set it at the same moment. Check it below, and try again.</span>
      </p>
    ) : null}
    {SAID.has(said) ? (
      <p role="status" class="mt-4 flex gap-2 text-sm font-medium text-success">
        <Icon name="circle-check" class="mt-0.5 size-4" />
        <span class="min-w-0">{SAID.get(said)}</span>
      </p>
    ) : null}
    <Known rates={rates} now={now} ageMaxSeconds={ageMaxSeconds} />
    <PlayForm context={context} class="mt-6">
      <div class="grid gap-x-4 sm:grid-cols-2">
        <Field label="Currency" name="currency" problem={typed.problems.currency}>
          <input
            type="text"
            class="input w-full uppercase"
            autocomplete="off"
            autocapitalize="characters"
            spellcheck={false}
            maxLength={maxLengthFor(3)}
            required
            value={typed.currency}
            {...described("currency", { problem: typed.problems.currency })}
          />
        </Field>
        <Field label="One US dollar is" name="rate" problem={typed.problems.rate}>
          <input
            type="text"
            inputMode="decimal"
            class="input w-full tabular-nums"
            autocomplete="off"
            maxLength={maxLengthFor(40)}
            required
            value={typed.rate}
            {...described("rate", { problem: typed.problems.rate })}
          />
        </Field>
      </div>
      <button type="submit" class="btn btn-primary w-full">
        Set this rate
      </button>
    </PlayForm>
    <PlayForm context={context} class="mt-3">
      <button type="submit" name="usual" value="yes" class="btn btn-outline w-full border-base-300">
        Set six usual rates
      </button>
    </PlayForm>
  </PlayFrame>
);

function Known({ rates, now, ageMaxSeconds }: Pick<Props, "rates" | "now" | "ageMaxSeconds">): JSX.Element {
  if (rates.length === 0) return <p class="mt-4 text-sm font-medium">No rates yet: buyers pay in US dollars.</p>;
  return (
    <ul class="mt-4 divide-y divide-base-300 text-sm" aria-label="Rates">
      {rates.map((rate) => (
        <li key={rate.currency} class="py-2">
          <span class="block font-medium tabular-nums">
            1 USD = {ratePlain(rate.rate, "en")} {rate.currency}
          </span>
          <span class="muted block text-xs tabular-nums">
            1 {rate.currency} = {ratePlain(inverseOf(rate.rate), "en")} USD
          </span>
          <span class="muted block text-xs [overflow-wrap:anywhere]">
            {isFresh(rate, now, ageMaxSeconds) ? (
              <>
                <bdi>{rate.source}</bdi>, <ShortTime at={rate.at} />
              </>
            ) : (
              "Too old: not offered"
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
