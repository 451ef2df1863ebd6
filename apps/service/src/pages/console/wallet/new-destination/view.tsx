/** The form for one more destination. */
import type { ComponentChildren, JSX } from "preact";
import type { DestinationProblems, TypedDestination } from "../../../../domain/destinations.js";
import type { DestinationKind } from "../../../../domain/payouts.js";
import { PAYOUT_LATER, PAYOUT_REFUSED } from "../../../../providers/sandbox/names.js";
import { Icon } from "../../../kit/icons.js";
import { useWords } from "../../../kit/language.js";
import { described, Field, Notice, PageHead, Section } from "../../../kit/ui.js";
import type { ConsoleContext } from "../../context.js";
import { Frame } from "../../frame.js";
import { destinationsUrl } from "../../links.js";
import { KindLink } from "../pieces.js";
import { destinationWords } from "../words.js";

export function NewDestinationPage({
  context,
  typed,
  problems,
}: {
  context: ConsoleContext;
  typed: TypedDestination;
  problems: DestinationProblems;
}): JSX.Element {
  const words = destinationWords(context.locale);
  const kind: DestinationKind = typed.kind ?? "mobile_money";
  const path = `${destinationsUrl(context)}/new`;
  return (
    <Frame context={context} title={words.addTitle} entry="/wallet">
      <PageHead
        title={words.addTitle}
        up={{ href: destinationsUrl(context), label: words.title }}
        lead={words.addLead}
      />
      <nav class="mb-4 flex flex-wrap gap-2" aria-label={words.kinds}>
        <KindLink href={`${path}?kind=mobile_money`} label={words.mobile_money} isCurrent={kind === "mobile_money"} />
        <KindLink href={`${path}?kind=bank`} label={words.bank} isCurrent={kind === "bank"} />
      </nav>
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
          <TextField
            label={kind === "bank" ? words.accountNumber : words.phone}
            name="number"
            value={typed.number}
            hint={kind === "bank" ? words.accountNumberHint : words.phoneHint}
            problem={problems.number === undefined ? null : words[`number_${problems.number}`]}
            {...(kind === "bank" ? {} : { inputMode: "tel" as const, autocomplete: "tel" })}
          />
          {context.site.isSandbox ? <Sandbox /> : null}
          <button type="submit" class="btn btn-primary">
            {words.add}
          </button>
        </form>
      </Section>
    </Frame>
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
        maxLength={200}
        autocomplete={autocomplete}
        value={value}
      />
    </Field>
  );
}

const Sandbox = (): JSX.Element => (
  <p class="muted mb-4 flex gap-2 text-xs leading-relaxed">
    <Icon name="flask" class="mt-0.5 size-3.5" />
    <span>{useWords(destinationWords).sandbox(PAYOUT_REFUSED, PAYOUT_LATER)}</span>
  </p>
);
