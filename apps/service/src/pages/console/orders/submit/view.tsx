/** Asks what was delivered, and shows what was said of the milestone before. */
import type { JSX } from "preact";
import type { Milestone } from "../../../../domain/model.js";
import { usd } from "../../../../words/format.js";
import { Given } from "../../../kit/given.js";
import { described, Field, PageHead, Section } from "../../../kit/ui.js";
import { Frame } from "../../frame.js";
import { escrowUrl, submitUrl } from "../../links.js";
import type { EscrowProps } from "../escrow/load.js";
import { History } from "../escrow/milestones.js";
import { isStep } from "../escrow/story.js";
import { PROBLEMS, type SubmitProblem } from "./words.js";

export function SubmitPage({
  context,
  story,
  milestone,
  details,
  problem,
}: EscrowProps & { milestone: Milestone; details: string; problem: SubmitProblem | null }): JSX.Element {
  const { escrow, entries } = story;
  const isAgain = milestone.status === "REVISION_REQUESTED";
  const title = isAgain ? "Submit again" : "Submit a delivery";
  const said = problem === null ? null : PROBLEMS[problem];
  const history = entries.filter((entry) => entry.milestone === milestone.id && isStep(entry));
  return (
    <Frame context={context} title={title} entry="/escrows">
      <PageHead
        title={title}
        up={{ href: escrowUrl(context, escrow.id), label: `Escrow ${escrow.referenceCode}` }}
        lead={
          <>
            <Given text={milestone.title} lines={2} /> {usd(milestone.amount, "en")}
          </>
        }
      />
      {history.length === 0 ? null : (
        <Section title="So far">
          <History entries={history} />
        </Section>
      )}
      <form method="post" action={submitUrl(context, escrow.id, milestone.id)} class="panel max-w-2xl p-4 sm:p-5">
        <input type="hidden" name="csrf" value={context.csrf} />
        <Field
          label="What was delivered"
          name="details"
          hint="A tracking number, a link or a note. We email it to the buyer, who approves or requests changes."
          problem={said}
        >
          <textarea class="field" rows={6} required {...described("details", { hasHint: true, problem: said })}>
            {details}
          </textarea>
        </Field>
        <div class="flex flex-wrap gap-2">
          <button type="submit" class="btn btn-primary">
            {title}
          </button>
          <a class="btn" href={escrowUrl(context, escrow.id)}>
            Cancel
          </a>
        </div>
      </form>
    </Frame>
  );
}
