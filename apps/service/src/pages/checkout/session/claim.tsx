/** What a buyer says of a payment by a rail of the operator's own, and what becomes of it. */
import type { JSX } from "preact";
import { PROOF_FILES, PROOF_FILES_MAX, PROOF_TYPES } from "../../../domain/claims.js";
import { EVIDENCE_TYPES } from "../../../domain/evidence.js";
import type { PaymentView } from "../../../store/read/money/payments.js";
import type { Locale } from "../../../words/locale.js";
import { Given } from "../../kit/given.js";
import { Icon } from "../../kit/icons.js";
import type { PageContext } from "../../kit/page-context.js";
import { Say } from "../../kit/say.js";
import { described, Field } from "../../kit/ui.js";
import type { FileProblem } from "../../kit/upload.js";
import { Instant, LONG_BUTTON, Notice } from "./parts.js";
import type { Mine, View } from "./state.js";
import { paymentWords } from "./words.js";

/** Why the files of a form were not kept. */
export type ClaimProblem = FileProblem | { readonly kind: "full"; readonly name?: string };

type Props = {
  readonly view: View;
  readonly mine: Mine;
  readonly payment: PaymentView;
  readonly context: PageContext;
  readonly problem: ClaimProblem | null;
};

/** Above the account: an operator has looked, and the money is not there. */
export function NotFound({ mine: { claim }, locale }: { mine: Mine; locale: Locale }): JSX.Element | null {
  if (claim === null || claim.refusal === null) return null;
  return (
    <Notice icon="circle-alert" tone="error" role="alert" title={paymentWords(locale).notFoundTitle}>
      <Given text={claim.refusal} lines={5} />
    </Notice>
  );
}

/** Below the account: what the buyer may say, or has said, and what happens next. */
export function Claim({ view, mine, payment, context, problem }: Props): JSX.Element {
  const { locale } = context;
  const words = paymentWords(locale);
  const { claim, escrow } = mine;
  const form = (label: string, isMain: boolean) => (
    <ClaimForm view={view} payment={payment} context={context} problem={problem} label={label} isMain={isMain} />
  );
  if (claim === null || claim.refusal !== null) {
    return (
      <section class="panel p-5" aria-labelledby="paid-title">
        <h2 id="paid-title" class="font-semibold">
          {words.paidTitle}
        </h2>
        <p class="muted mt-0.5 text-sm leading-relaxed">{claim === null ? words.paidText : words.notFoundText}</p>
        {form(words.paid, true)}
      </section>
    );
  }
  return (
    <div class="space-y-4">
      <Notice icon="hourglass" title={words.lookingTitle}>
        <Say
          text={words.lookingText}
          at={<Instant at={claim.claimedAt} locale={locale} />}
          deadline={<Instant at={escrow.fundingDeadline} locale={locale} />}
        />
        {claim.files === 0 ? null : <span class="mt-1 block">{words.proofs({ count: claim.files })}</span>}
      </Notice>
      <details class="panel px-5 py-3" open={problem !== null}>
        <summary class="link link-primary min-h-8 cursor-pointer py-1 text-sm font-medium">{words.addProof}</summary>
        {form(words.send, false)}
      </details>
    </div>
  );
}

function ClaimForm({
  view,
  payment,
  context,
  problem,
  label,
  isMain,
}: Omit<Props, "mine"> & { label: string; isMain: boolean }): JSX.Element {
  const words = paymentWords(context.locale);
  const said = problem === null ? null : problemOf(problem, context.locale);
  return (
    <form
      method="post"
      encType="multipart/form-data"
      action={`${view.path}/payments/${payment.id}/paid${view.query}`}
      class="mt-4"
    >
      <input type="hidden" name="csrf" value={context.csrf} />
      <Field
        label={isMain ? words.proofOptional : words.proof}
        name="evidence"
        hint={words.proofHint({ most: PROOF_FILES })}
        problem={said}
      >
        <input
          type="file"
          multiple
          required={!isMain}
          accept={ACCEPT}
          class={FILES_INPUT}
          {...described("evidence", { hasHint: true, problem: said })}
        />
        {problem?.name === undefined ? null : <Given text={problem.name} lines={2} class="mt-1 text-sm" />}
      </Field>
      <button type="submit" class={`btn ${isMain ? "btn-primary w-full sm:w-auto" : "btn-sm"} ${LONG_BUTTON}`}>
        {isMain ? <Icon name="check" class="size-4" /> : null}
        {label}
      </button>
    </form>
  );
}

/** Classes of an input that takes files. */
const FILES_INPUT =
  "field file:me-3 file:cursor-pointer file:rounded-field file:border-0 file:bg-base-200 file:px-3 file:py-1.5 file:text-sm file:font-medium file:text-base-content";

const ACCEPT = PROOF_TYPES.flatMap((type) => [type, ...EVIDENCE_TYPES[type]]).join(",");

function problemOf({ kind }: ClaimProblem, locale: Locale): string {
  const words = paymentWords(locale);
  switch (kind) {
    case "full":
      return words.proofFull({ most: PROOF_FILES_MAX });
    case "many":
      return words.proofMany({ most: PROOF_FILES });
    case "large":
      return words.proofLarge;
    case "type":
      return words.proofType;
    case "empty":
      return words.proofEmpty;
    case "unreadable":
      return words.proofUnreadable;
    default:
      return kind satisfies never;
  }
}
