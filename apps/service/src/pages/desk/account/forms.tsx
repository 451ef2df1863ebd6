/** What operators may change about an account, each a form of its own. */
import type { JSX } from "preact";
import type { FeeSchedule } from "../../../domain/fees.js";
import { ZERO } from "../../../domain/money.js";
import type { DeskAccount } from "../../../store/read/desk/accounts.js";
import { usd } from "../../../words/format.js";
import { ButtonForm, described, Field, Section } from "../../kit/ui.js";
import { ReasonField, type TypedReason } from "../parts.js";
import type { TypedTerms } from "./fields.js";

type Props = { readonly home: string; readonly csrf: string };

export function StandingForm({
  account,
  home,
  csrf,
  typed,
}: Props & { readonly account: DeskAccount; readonly typed: TypedReason }): JSX.Element {
  const { suspended } = account;
  return (
    <Section
      title={suspended ? "Suspended" : "Suspend"}
      lead={
        suspended
          ? "The API and the console of this account are read-only, nothing is paid out, and its checkout takes no new payments. Buyers can still approve, dispute and be refunded."
          : "This makes its API and console read-only, stops payouts and new payments. Buyers can still approve, dispute and be refunded."
      }
    >
      <form method="post" action={`${home}/${suspended ? "reinstate" : "suspend"}`}>
        <input type="hidden" name="csrf" value={csrf} />
        <ReasonField typed={typed} hint="For the audit log. The seller can't see it." />
        <button type="submit" class={`btn btn-sm ${suspended ? "btn-primary" : "btn-error btn-outline"}`}>
          {suspended ? "Reinstate account" : "Suspend account"}
        </button>
      </form>
    </Section>
  );
}

/** "1.50 % + $0.30, at least $0.50, at most $20.00". */
function feesInWords({ basisPoints, fixed, min, max }: FeeSchedule): string {
  const share = `${(basisPoints / 100).toFixed(2)} %${fixed === ZERO ? "" : ` + ${usd(fixed, "en")}`}`;
  const least = min === ZERO ? "" : `, at least ${usd(min, "en")}`;
  return share + least + (max === null ? "" : `, at most ${usd(max, "en")}`);
}

const FEE_LABELS = [
  ["percent", "Share of the order, %"],
  ["fixed", "Fixed amount, $"],
  ["min", "At least, $"],
  ["max", "At most, $"],
] as const;

export function FeesForm({
  account,
  home,
  csrf,
  typed: { values, problems },
  deployment,
}: Props & {
  readonly account: DeskAccount;
  readonly typed: TypedTerms;
  readonly deployment: FeeSchedule;
}): JSX.Element {
  const everybody = feesInWords(deployment);
  return (
    <Section
      title="Fees"
      lead={
        account.fees === null
          ? `Default fees: ${everybody}.`
          : `Custom fees: ${feesInWords(account.fees)}. Default fees: ${everybody}.`
      }
    >
      <p class="muted mb-3 text-sm">For new sessions. Existing sessions keep their price.</p>
      <form method="post" action={`${home}/fees`}>
        <input type="hidden" name="csrf" value={csrf} />
        <div class="grid gap-x-4 sm:grid-cols-2">
          {FEE_LABELS.map(([name, label]) => (
            <Field label={label} name={name} problem={problems[name]}>
              <input
                type="text"
                inputMode="decimal"
                class="input w-full"
                value={values[name] ?? ""}
                required={name === "percent"}
                {...described(name, { problem: problems[name] })}
              />
            </Field>
          ))}
        </div>
        <button type="submit" class="btn btn-sm btn-primary">
          Save custom fees
        </button>
      </form>
      {account.fees === null ? null : (
        <div class="mt-3">
          <ButtonForm action={`${home}/fees`} csrf={csrf} label="Use default fees" fields={{ own: "no" }} />
        </div>
      )}
    </Section>
  );
}

export function LimitsForm({
  home,
  csrf,
  typed: { values, problems },
}: Props & { readonly typed: TypedTerms }): JSX.Element {
  return (
    <Section title="Limits">
      <form method="post" action={`${home}/limits`}>
        <input type="hidden" name="csrf" value={csrf} />
        <Field
          label="Payouts within 24 hours, $"
          name="daily"
          hint="Leave it empty to use the default limit. 0 blocks payouts; those already on their way continue."
          problem={problems["daily"]}
        >
          <input
            type="text"
            inputMode="decimal"
            class="input w-full"
            value={values["daily"] ?? ""}
            {...described("daily", { hasHint: true, problem: problems["daily"] })}
          />
        </Field>
        <Field
          label="Refunds on credit, $"
          name="credit"
          hint="How much the seller may owe for refunds that the wallet can’t cover. Empty: none. You bear the risk."
          problem={problems["credit"]}
        >
          <input
            type="text"
            inputMode="decimal"
            class="input w-full"
            value={values["credit"] ?? ""}
            {...described("credit", { hasHint: true, problem: problems["credit"] })}
          />
        </Field>
        <button type="submit" class="btn btn-sm btn-primary">
          Save limits
        </button>
      </form>
    </Section>
  );
}
