/** The form for one more destination. */
import type { ComponentChildren, JSX } from "preact";
import type { DestinationProblems, TypedDestination } from "../../../../domain/destinations.js";
import type { DestinationKind } from "../../../../domain/payouts.js";
import { PAYOUT_LATER, PAYOUT_REFUSED } from "../../../../providers/sandbox/names.js";
import { Icon } from "../../../kit/icons.js";
import { described, Field, Notice, PageHead, Section } from "../../../kit/ui.js";
import type { ConsoleContext } from "../../context.js";
import { Frame } from "../../frame.js";
import { destinationsUrl } from "../../links.js";
import { KindLink } from "../pieces.js";
import { DESTINATION_PROBLEMS } from "../words.js";

export function NewDestinationPage({
  context,
  typed,
  problems,
}: {
  context: ConsoleContext;
  typed: TypedDestination;
  problems: DestinationProblems;
}): JSX.Element {
  const kind: DestinationKind = typed.kind ?? "mobile_money";
  const path = `${destinationsUrl(context)}/new`;
  return (
    <Frame context={context} title="Add payout account" entry="/wallet">
      <PageHead
        title="Add payout account"
        up={{ href: destinationsUrl(context), label: "Payout accounts" }}
        lead="We wait 24 hours to protect you if someone gains access to your account."
      />
      <nav class="mb-4 flex flex-wrap gap-2" aria-label="Kind of payout account">
        <KindLink href={`${path}?kind=mobile_money`} label="Mobile money" isCurrent={kind === "mobile_money"} />
        <KindLink href={`${path}?kind=bank`} label="Bank account" isCurrent={kind === "bank"} />
      </nav>
      {problems.all === undefined ? null : <Notice tone="bad">{DESTINATION_PROBLEMS.all[problems.all]}</Notice>}
      <Section title={kind === "bank" ? "Bank account" : "Mobile money"}>
        <form method="post" action={destinationsUrl(context)} class="max-w-xl">
          <input type="hidden" name="csrf" value={context.csrf} />
          <input type="hidden" name="kind" value={kind} />
          <TextField
            label={kind === "bank" ? "Account holder" : "Registered name"}
            name="name"
            value={typed.name}
            problem={problems.name === undefined ? null : DESTINATION_PROBLEMS.name[problems.name]}
            autocomplete="name"
          />
          {kind === "bank" ? (
            <TextField
              label="Bank"
              name="bank"
              value={typed.bank}
              problem={problems.bank === undefined ? null : DESTINATION_PROBLEMS.bank[problems.bank]}
            />
          ) : null}
          <TextField
            label={kind === "bank" ? "IBAN or account number" : "Phone number"}
            name="number"
            value={typed.number}
            hint={kind === "bank" ? "With or without spaces." : "With the country code, such as +255 712 345 678."}
            problem={problems.number === undefined ? null : DESTINATION_PROBLEMS.number[problems.number]}
            {...(kind === "bank" ? {} : { inputMode: "tel" as const, autocomplete: "tel" })}
          />
          {context.site.isSandbox ? <Sandbox /> : null}
          <button type="submit" class="btn btn-primary">
            Add
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
    <span>
      In the sandbox a number that ends in {PAYOUT_REFUSED} refuses payouts, and one that ends in {PAYOUT_LATER} takes
      ten minutes.
    </span>
  </p>
);
