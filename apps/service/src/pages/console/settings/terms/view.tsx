/** The two clocks that a seller may switch on, and what a buyer then reads. */
import type { JSX } from "preact";
import type { Terms } from "../../../../domain/model.js";
import { TERM_DAYS, type TermName } from "../../../../domain/settings.js";
import { duration } from "../../../../words/format.js";
import { useLocale } from "../../../kit/language.js";
import { DeliveryTerms, ReleaseTerms } from "../../../kit/terms.js";
import { FieldProblem, Section } from "../../../kit/ui.js";
import type { ConsoleContext } from "../../context.js";
import { Choice } from "../choice.js";
import { SettingsFrame, settingsPath } from "../frame.js";
import { settingsWords, termsWords } from "../words.js";
import { type TermsForm, termsForm } from "./form.js";

const DAY_SECONDS = 86_400;

type Props = {
  readonly context: ConsoleContext;
  /** As they are saved. */
  readonly terms: Terms;
  readonly form?: TermsForm;
  /** Days that both may add up to, where what was typed is more. */
  readonly most?: number | null;
  readonly said?: string | undefined;
};

export function TermsPage({ context, terms, form = termsForm(terms), most = null, said }: Props): JSX.Element {
  const { locale } = context;
  const words = termsWords(locale);
  return (
    <SettingsFrame
      context={context}
      tab="/terms"
      lead={words.lead}
      said={said}
      problem={
        most !== null
          ? words.tooLong({ time: duration(most * DAY_SECONDS, locale) })
          : form.wrong.length > 0
            ? settingsWords(locale).notSaved
            : null
      }
    >
      <form method="post" action={settingsPath(context, "/terms")}>
        <input type="hidden" name="csrf" value={context.csrf} />
        <Term name="review" form={form} />
        <Term name="delivery" form={form} />
        <p class="muted mb-3 text-sm">{words.newOnly}</p>
        <button type="submit" class="btn btn-primary mb-8">
          {words.save}
        </button>
      </form>
      <Section title={words.read} lead={words.readLead}>
        <dl class="space-y-4 text-sm leading-relaxed">
          <div>
            <dt class="font-medium">{words.sellerDelivers}</dt>
            <dd class="muted mt-1">
              <DeliveryTerms terms={terms} locale={locale} />
            </dd>
          </div>
          <div>
            <dt class="font-medium">{words.youRelease}</dt>
            <dd class="muted mt-1">
              <ReleaseTerms terms={terms} isInParts={false} locale={locale} />
            </dd>
          </div>
        </dl>
      </Section>
    </SettingsFrame>
  );
}

function Term({ name, form: { typed, wrong } }: { name: TermName; form: TermsForm }): JSX.Element {
  const locale = useLocale();
  const words = termsWords(locale);
  const title = words[name];
  const { common, min, max } = TERM_DAYS[name];
  const { choice, days } = typed[name];
  const problem = wrong.includes(name) ? words.problem({ min, max }) : undefined;
  const [daysName, problemId] = [`${name}_days`, `${name}-problem`];
  return (
    <Section title={title} lead={words[`${name}Lead`]}>
      <fieldset aria-describedby={problem === undefined ? undefined : problemId}>
        <legend class="sr-only">{title}</legend>
        <Choice name={name} value="off" label={words[`${name}Off`]} isChosen={choice === "off"} />
        {common.map((count) => (
          <Choice
            name={name}
            value={String(count)}
            label={duration(count * DAY_SECONDS, locale)}
            isChosen={choice === String(count)}
          />
        ))}
        <div class="flex flex-wrap items-center gap-x-3">
          <Choice name={name} value="own" label={words.own} isChosen={choice === "own"} />
          <label class="sr-only" for={daysName}>
            {words.daysOf({ term: title })}
          </label>
          <input
            id={daysName}
            name={daysName}
            type="text"
            inputMode="numeric"
            autocomplete="off"
            class="input w-24"
            value={days}
            aria-invalid={problem === undefined ? undefined : "true"}
            autofocus={problem !== undefined}
          />
          <span class="muted text-sm">{words.bounds({ min, max })}</span>
        </div>
        {problem === undefined ? null : <FieldProblem id={problemId}>{problem}</FieldProblem>}
      </fieldset>
    </Section>
  );
}
