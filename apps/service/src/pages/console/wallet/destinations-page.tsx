/** Where payouts may go: the list, and the form for one more. Numbers are shown by their last digits. */
import type { ComponentChildren, JSX } from "preact";
import type { DestinationProblems, TypedDestination } from "../../../domain/destinations.js";
import { DESTINATIONS_MAX, type Destination, type DestinationKind } from "../../../domain/payouts.js";
import { PAYOUT_LATER, PAYOUT_REFUSED } from "../../../providers/sandbox/names.js";
import { Given } from "../../kit/given.js";
import { Icon } from "../../kit/icons.js";
import { ButtonForm, Confirm, described, Empty, Field, Notice, PageHead, Section, Time } from "../../kit/ui.js";
import type { ConsoleContext } from "../context.js";
import { Frame } from "../frame.js";
import { destinationsUrl, removeUrl, SaidNotice, walletUrl } from "./pieces.js";
import { DESTINATION_PROBLEMS, destinationKind, destinationLabel } from "./words.js";

export function DestinationsPage({
  context,
  destinations,
  now,
  said,
}: {
  context: ConsoleContext;
  destinations: readonly Destination[];
  now: number;
  said: string | undefined;
}): JSX.Element {
  const mayChange = context.may("payOut");
  return (
    <Frame context={context} title="Destinations" entry="/wallet">
      <PageHead
        title="Destinations"
        up={{ href: walletUrl(context), label: "Wallet" }}
        lead="Where payouts may go. A new one waits for a day before the first payout, as banks do."
      >
        {mayChange && destinations.length < DESTINATIONS_MAX ? (
          <a class="btn btn-primary" href={`${destinationsUrl(context)}/new`}>
            <Icon name="plus" class="size-4" />
            Add
          </a>
        ) : null}
      </PageHead>
      <SaidNotice code={said} />
      {destinations.length === 0 ? (
        <Empty icon="banknote" title="No destinations yet">
          {mayChange ? "Add a mobile money number or a bank account." : "Owners of the account can add them."}
        </Empty>
      ) : (
        <ul class="grid gap-3 lg:grid-cols-2">
          {destinations.map((to) => (
            <Card context={context} to={to} now={now} mayChange={mayChange} />
          ))}
        </ul>
      )}
    </Frame>
  );
}

type CardProps = {
  readonly context: ConsoleContext;
  readonly to: Destination;
  readonly now: number;
  readonly mayChange: boolean;
};

const Card = ({ context, to, now, mayChange }: CardProps): JSX.Element => (
  <li class="panel flex flex-wrap items-start gap-3 p-4 text-sm">
    <span class="grid size-9 shrink-0 place-items-center rounded-lg bg-primary/10 text-primary">
      <Icon name={to.kind === "bank" ? "landmark" : "smartphone"} />
    </span>
    <div class="min-w-0 flex-1 basis-40">
      <h2 class="font-semibold">
        <Given text={destinationLabel(to)} lines={2} />
      </h2>
      <Given text={to.name} lines={2} class="muted" />
      <p class="muted mt-1 text-xs">
        {destinationKind(to)} ·{" "}
        {to.usableAt <= now ? (
          "ready"
        ) : (
          <>
            ready from <Time at={to.usableAt} />
          </>
        )}
      </p>
    </div>
    {mayChange ? (
      <Confirm
        label="Remove"
        question="Nothing new is paid to it. Should you add it again, it waits for a day once more."
      >
        <ButtonForm
          action={removeUrl(context, to.id)}
          csrf={context.csrf}
          label="Remove it"
          class="btn btn-error btn-sm"
        />
      </Confirm>
    ) : null}
  </li>
);

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
    <Frame context={context} title="Add a destination" entry="/wallet">
      <PageHead
        title="Add a destination"
        up={{ href: destinationsUrl(context), label: "Destinations" }}
        lead="It can be paid to in 24 hours. Whoever gets at your account can't empty it unnoticed."
      />
      <nav class="mb-4 flex flex-wrap gap-2" aria-label="Kind of destination">
        <KindLink href={`${path}?kind=mobile_money`} label="Mobile money" isCurrent={kind === "mobile_money"} />
        <KindLink href={`${path}?kind=bank`} label="Bank account" isCurrent={kind === "bank"} />
      </nav>
      {problems.all === undefined ? null : <Notice tone="bad">{DESTINATION_PROBLEMS.all[problems.all]}</Notice>}
      <Section title={kind === "bank" ? "Bank account" : "Mobile money"}>
        <form method="post" action={destinationsUrl(context)} class="max-w-xl">
          <input type="hidden" name="csrf" value={context.csrf} />
          <input type="hidden" name="kind" value={kind} />
          <TextField
            label={kind === "bank" ? "Account holder" : "Registered to"}
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
            hint={kind === "bank" ? "Spaces do not matter." : "With the country's code, such as +255 712 345 678."}
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

const KindLink = ({ href, label, isCurrent }: { href: string; label: string; isCurrent: boolean }): JSX.Element => (
  <a
    class={`btn btn-sm max-sm:min-h-11 ${isCurrent ? "btn-primary" : ""}`}
    href={href}
    aria-current={isCurrent ? "page" : undefined}
  >
    {label}
  </a>
);

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
