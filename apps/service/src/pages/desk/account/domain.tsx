/** The domain that buyers of an account pay on, and those that were taken away: with the forms to take one, and to let one be named again. */
import type { JSX } from "preact";
import type { DomainState } from "../../../domain/hosted-domain.js";
import type { DeskAccount } from "../../../store/read/desk/accounts.js";
import { Facts, Field, Section } from "../../kit/ui.js";
import { ReasonField, type TypedReason } from "../parts.js";

const STATES = {
  PENDING: "Waiting for its records. Nothing is served there yet.",
  ACTIVE: "Buyers pay there.",
  LOST: "Its records are gone. Nothing is served there any more.",
} as const satisfies Record<DomainState, string>;

type Props = {
  readonly account: DeskAccount;
  readonly home: string;
  readonly csrf: string;
  readonly taking: TypedReason;
  readonly allowing: TypedReason;
};

/** Nothing for an account that has none and never lost one. */
export const DomainForms = (props: Props): JSX.Element | null => (
  <>
    {props.account.domain === null ? null : <TakeForm {...props} domain={props.account.domain} />}
    {props.account.domainsBarred.length === 0 ? null : <AllowForm {...props} />}
  </>
);

function TakeForm({
  home,
  csrf,
  taking,
  domain: { name, state },
}: Props & { readonly domain: NonNullable<DeskAccount["domain"]> }): JSX.Element {
  return (
    <Section
      title="Domain"
      lead="Taken away, it stops answering at once, and links on it lead nowhere; those on our own address go on. This seller can’t name it again until you let them."
    >
      <Facts
        rows={[
          ["Name", <span class="[overflow-wrap:anywhere]">{name}</span>],
          ["State", STATES[state]],
        ]}
      />
      <form method="post" action={`${home}/domain/take`} class="mt-4">
        <input type="hidden" name="csrf" value={csrf} />
        <input type="hidden" name="domain" value={name} />
        <ReasonField
          typed={taking}
          name="domain_reason"
          label="Why it is taken away"
          hint="The owners read it in a mail, and it is in the audit log."
        />
        <button type="submit" class="btn btn-sm btn-error btn-outline">
          Take the domain away
        </button>
      </form>
    </Section>
  );
}

function AllowForm({ account, home, csrf, allowing }: Props): JSX.Element {
  return (
    <Section
      title="Domains taken away"
      lead="This seller can’t name them. Others can, and have to show that they are theirs."
    >
      <form method="post" action={`${home}/domain/allow`}>
        <input type="hidden" name="csrf" value={csrf} />
        <Field label="Domain" name="barred_domain">
          <select class="field min-h-11" id="barred_domain" name="domain">
            {account.domainsBarred.map((name) => (
              <option value={name}>{name}</option>
            ))}
          </select>
        </Field>
        <ReasonField
          typed={allowing}
          name="allow_reason"
          label="Why the seller may name it again"
          hint="For the audit log. The seller can’t see it."
        />
        <button type="submit" class="btn btn-sm">
          Let the seller name it again
        </button>
      </form>
    </Section>
  );
}
