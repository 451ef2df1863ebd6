/** The two clocks that a seller may switch on, and what a buyer then reads. */
import type { JSX } from "preact";
import type { Terms } from "../../../../domain/model.js";
import { TERM_DAYS, type TermName } from "../../../../domain/settings.js";
import { DeliveryTerms, ReleaseTerms } from "../../../kit/terms.js";
import { Section } from "../../../kit/ui.js";
import type { ConsoleContext } from "../../context.js";
import { Choice } from "../choice.js";
import { SettingsFrame, settingsPath } from "../frame.js";
import { NOT_SAVED } from "../words.js";
import { type TermsForm, termsForm } from "./form.js";

const TEXTS = {
  review: {
    title: "Review window",
    lead: "Deliveries are approved automatically after this time. Off: nothing is approved automatically.",
    off: "Off: no automatic approval",
  },
  delivery: {
    title: "Delivery deadline",
    lead: "Orders are refunded if nothing is delivered within this time of the payment. Off: paid orders have no deadline.",
    off: "Off: no deadline",
  },
} as const;

type Props = {
  readonly context: ConsoleContext;
  /** As they are saved. */
  readonly terms: Terms;
  readonly form?: TermsForm;
  readonly said?: string | undefined;
};

export function TermsPage({ context, terms, form = termsForm(terms), said }: Props): JSX.Element {
  const hasProblem = Object.keys(form.problems).length > 0;
  return (
    <SettingsFrame
      context={context}
      tab="/terms"
      lead="Deadlines for your orders. A dispute pauses them, and buyers see them before they pay."
      said={said}
      problem={hasProblem ? NOT_SAVED : null}
    >
      <form method="post" action={settingsPath(context, "/terms")}>
        <input type="hidden" name="csrf" value={context.csrf} />
        <Term name="review" form={form} />
        <Term name="delivery" form={form} />
        <p class="muted mb-3 text-sm">
          This applies to new sessions only. Existing sessions and orders keep their terms.
        </p>
        <button type="submit" class="btn btn-primary mb-8">
          Save terms
        </button>
      </form>
      <Section title="What buyers read before they pay" lead="On the checkout page, in their language.">
        <dl class="space-y-4 text-sm leading-relaxed">
          <div>
            <dt class="font-medium">The seller delivers</dt>
            <dd class="muted mt-1">
              <DeliveryTerms terms={terms} locale="en" />
            </dd>
          </div>
          <div>
            <dt class="font-medium">You release the payment</dt>
            <dd class="muted mt-1">
              <ReleaseTerms terms={terms} isInParts={false} locale="en" />
            </dd>
          </div>
        </dl>
      </Section>
    </SettingsFrame>
  );
}

function Term({ name, form: { typed, problems } }: { name: TermName; form: TermsForm }): JSX.Element {
  const { title, lead, off } = TEXTS[name];
  const { common, min, max } = TERM_DAYS[name];
  const { choice, days } = typed[name];
  const problem = problems[name];
  const [daysName, problemId] = [`${name}_days`, `${name}-problem`];
  return (
    <Section title={title} lead={lead}>
      <fieldset aria-describedby={problem === undefined ? undefined : problemId}>
        <legend class="sr-only">{title}</legend>
        <Choice name={name} value="off" label={off} isChosen={choice === "off"} />
        {common.map((count) => (
          <Choice name={name} value={String(count)} label={`${count} days`} isChosen={choice === String(count)} />
        ))}
        <div class="flex flex-wrap items-center gap-x-3">
          <Choice name={name} value="own" label="Other number of days:" isChosen={choice === "own"} />
          <label class="sr-only" for={daysName}>
            {title}: days
          </label>
          <input
            id={daysName}
            name={daysName}
            type="number"
            min={min}
            max={max}
            inputMode="numeric"
            class="input w-24"
            value={days}
            aria-invalid={problem === undefined ? undefined : "true"}
          />
          <span class="muted text-sm">
            {min} to {max}
          </span>
        </div>
        {problem === undefined ? null : (
          <p id={problemId} class="mt-1 text-sm text-error">
            {problem}
          </p>
        )}
      </fieldset>
    </Section>
  );
}
