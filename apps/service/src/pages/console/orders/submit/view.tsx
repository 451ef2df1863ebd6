/** Asks what was delivered, and shows what was said of the milestone before. */
import { LIMITS } from "@holdfast/contract";
import type { JSX } from "preact";
import type { Milestone } from "../../../../domain/model.js";
import { usd } from "../../../../words/format.js";
import { Given } from "../../../kit/given.js";
import { useWords } from "../../../kit/language.js";
import { maxLengthFor } from "../../../kit/max-length.js";
import { described, Field, PageHead, Section } from "../../../kit/ui.js";
import { deliveryWords } from "../../../kit/words.js";
import { Frame } from "../../frame.js";
import { escrowUrl, submitUrl } from "../../links.js";
import type { EscrowProps } from "../escrow/load.js";
import { filesOf, History } from "../escrow/milestones.js";
import { isStep } from "../escrow/story.js";
import { orderWords, submitWords } from "../words.js";
import type { DeliveryProblems, TypedDelivery } from "./form.js";

export function SubmitPage({
  context,
  story,
  milestone,
  typed,
  problems: wrong,
}: EscrowProps & { milestone: Milestone; typed: TypedDelivery; problems: DeliveryProblems }): JSX.Element {
  const { escrow, entries } = story;
  const { locale } = context;
  const words = submitWords(locale);
  const title = milestone.status === "REVISION_REQUESTED" ? words.again : words.title;
  const problems = sentencesFor(wrong, words);
  const history = entries.filter((entry) => entry.milestone === milestone.id && isStep(entry));
  return (
    <Frame context={context} title={title} entry="/escrows">
      <PageHead
        title={title}
        up={{
          href: escrowUrl(context, escrow.id),
          label: orderWords(locale).escrowCode({ code: escrow.referenceCode }),
        }}
        lead={
          <>
            <Given text={milestone.title} lines={2} /> {usd(milestone.amount, locale)}
          </>
        }
      />
      {history.length === 0 ? null : (
        <Section title={words.soFar}>
          <History entries={history} {...filesOf({ context, story })} />
        </Section>
      )}
      <form method="post" action={submitUrl(context, escrow.id, milestone.id)} class="panel max-w-2xl p-4 sm:p-5">
        <input type="hidden" name="csrf" value={context.csrf} />
        <Field label={words.details} name="details" hint={words.detailsHint} problem={problems.details}>
          <textarea
            class="field"
            rows={5}
            dir="auto"
            {...described("details", { hasHint: true, problem: problems.details })}
          >
            {typed.details}
          </textarea>
        </Field>
        <ShippingFields typed={typed} problems={problems} />
        <div class="flex flex-wrap gap-2">
          <button type="submit" class="btn btn-primary">
            {title}
          </button>
          <a class="btn" href={escrowUrl(context, escrow.id)}>
            {orderWords(locale).cancel}
          </a>
        </div>
      </form>
    </Frame>
  );
}

/** Left empty for what is not sent by anybody. */
function ShippingFields({ typed, problems }: { typed: TypedDelivery; problems: Sentences }): JSX.Element {
  const words = useWords(submitWords);
  const shipping = useWords(deliveryWords);
  return (
    <fieldset class="mb-2">
      <legend class="mb-2 text-sm font-semibold">{words.shipping}</legend>
      <div class="gap-x-4 sm:grid sm:grid-cols-2">
        <Field label={shipping.carrier} name="carrier" problem={problems.carrier}>
          <input
            {...described("carrier", { problem: problems.carrier })}
            class="input w-full"
            value={typed.carrier}
            maxLength={maxLengthFor(LIMITS.carrierLength)}
            placeholder="DHL"
            autocomplete="off"
          />
        </Field>
        <Field label={shipping.trackingNumber} name="tracking_number" problem={problems.tracking_number}>
          <input
            {...described("tracking_number", { problem: problems.tracking_number })}
            class="input w-full"
            value={typed.tracking_number}
            maxLength={maxLengthFor(LIMITS.trackingNumberLength)}
            autocomplete="off"
            autocapitalize="characters"
            spellcheck={false}
          />
        </Field>
      </div>
      <Field label={words.trackingUrl} name="tracking_url" hint={words.trackingHint} problem={problems.tracking_url}>
        <input
          {...described("tracking_url", { hasHint: true, problem: problems.tracking_url })}
          class="input w-full"
          type="text"
          inputMode="url"
          value={typed.tracking_url}
          maxLength={maxLengthFor(LIMITS.trackingUrlLength)}
          placeholder="https://"
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
        />
      </Field>
    </fieldset>
  );
}

type Sentences = Readonly<Partial<Record<keyof DeliveryProblems, string>>>;

function sentencesFor(problems: DeliveryProblems, words: ReturnType<typeof submitWords>): Sentences {
  const sentences = {
    details:
      problems.details === "blank"
        ? words.problem_blank
        : words.problem_details({ most: LIMITS.submissionDetailsLength }),
    carrier: words.problem_long({ most: LIMITS.carrierLength }),
    tracking_number: words.problem_long({ most: LIMITS.trackingNumberLength }),
    tracking_url: words.problem_url,
  };
  return Object.fromEntries(Object.entries(sentences).filter(([field]) => field in problems));
}
