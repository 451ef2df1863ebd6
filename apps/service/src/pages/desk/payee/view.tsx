import type { JSX } from "preact";
import type { DestinationProblems, TypedDestination } from "../../../domain/destinations.js";
import type { PayeeForm } from "../../../domain/payees.js";
import type { OutgoingView } from "../../../store/read/desk/rails.js";
import { usd } from "../../../words/format.js";
import { Facts, PageHead, Section } from "../../kit/ui.js";
import { AccountFields } from "../../payees/fields.js";
import type { DeskContext } from "../access.js";
import { DeskFrame } from "../frame.js";
import { payeePath, RECEIPTS_PATH } from "../links.js";
import { AccountLink, CopiedId } from "../parts.js";
import { providerName } from "../words.js";

export const PayeePage = ({
  context,
  refund,
  form,
  typed,
  problems,
}: {
  context: DeskContext;
  refund: OutgoingView;
  form: PayeeForm;
  typed: TypedDestination;
  problems: DestinationProblems;
}): JSX.Element => (
  <DeskFrame context={context} title="Account of a refund" entry="/receipts">
    <PageHead
      title="Account of a refund"
      up={{ href: `${RECEIPTS_PATH}#outgoing`, label: "Receipts" }}
      lead="With the account that it goes to, a refund leaves by the next batch. Take it from the bank’s statement or from the buyer’s receipt: money goes back where it came from."
    />
    <Section title="Refund">
      <Facts
        rows={[
          ["To", refund.buyer],
          ["Amount", usd(refund.amount, "en")],
          ["From", providerName(refund.provider)],
          ["Of payment", <CopiedId label="reference of the payment">{refund.payment}</CopiedId>],
          ["Seller", <AccountLink account={refund} />],
        ]}
      />
    </Section>
    <Section title="Where it goes" lead="Who approves the batch compares it once more.">
      <form method="post" action={payeePath(refund.reference)} class="max-w-xl">
        <input type="hidden" name="csrf" value={context.csrf} />
        <AccountFields form={form} typed={typed} problems={problems} locale="en" />
        <button type="submit" class="btn btn-primary">
          Keep the account
        </button>
      </form>
    </Section>
  </DeskFrame>
);
