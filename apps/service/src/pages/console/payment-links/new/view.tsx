/** A link that many can use, as a seller types it. */
import { LIMITS } from "@holdfast/contract";
import type { JSX } from "preact";
import { LINK_DAYS, LINK_ORDERS_MAX } from "../../../../domain/payment-links.js";
import { duration } from "../../../../words/format.js";
import { described, Field, Notice, PageHead } from "../../../kit/ui.js";
import type { ConsoleContext } from "../../context.js";
import { Frame } from "../../frame.js";
import { paymentLinksUrl } from "../../links.js";
import { Milestones, Text, WhatIsSold } from "../../orders/new-session/view.js";
import type { TypedLink } from "./form.js";

type Props = {
  readonly context: ConsoleContext;
  readonly typed: TypedLink;
  /** By field of the form. */
  readonly problems: Readonly<Record<string, string>>;
};

export function NewPaymentLinkPage({ context, typed, problems }: Props): JSX.Element {
  const { order } = typed;
  return (
    <Frame context={context} title="New reusable link" entry="/sessions">
      <PageHead
        title="New reusable link"
        up={{ href: paymentLinksUrl(context), label: "Reusable payment links" }}
        lead="Many buyers can use it. Each gets an order of their own. What it offers never changes; you can switch it off."
      />
      {Object.keys(problems).length > 0 ? <Notice tone="bad">Check the highlighted fields.</Notice> : null}
      <form method="post" action={`${paymentLinksUrl(context)}/new`} class="panel max-w-2xl p-4 sm:p-5">
        <input type="hidden" name="csrf" value={context.csrf} />
        <input type="hidden" name="rows" value={order.milestones.length} />
        <WhatIsSold typed={order} problems={problems} />
        <Text
          name="reference"
          label="Your id for it (optional)"
          hint="Each of its orders has it as order id."
          value={order.reference}
          problem={problems["reference"]}
        />
        <Text
          name="count"
          label="Largest number of orders (optional)"
          hint={`Up to ${LINK_ORDERS_MAX}. A buyer who opens the link holds a place for ${duration(1_800, "en")}, and until the order is paid or ends.`}
          value={typed.count}
          problem={problems["count"]}
          inputMode="decimal"
        />
        <Field label="Link expires after" name="days" problem={problems["days"]}>
          <select class="field h-11 py-0 text-sm" {...described("days", { problem: problems["days"] })}>
            <option value="" selected={typed.days === ""}>
              Never
            </option>
            {LINK_DAYS.map((days) => (
              <option value={days} selected={typed.days === String(days)}>
                {days === 1 ? "1 day" : `${days} days`}
              </option>
            ))}
          </select>
        </Field>
        <Milestones typed={order} problems={problems} />
        {/* The button that the enter key presses goes first. */}
        <div class="mt-5 flex flex-wrap gap-2">
          <button type="submit" class="btn btn-primary">
            Create link
          </button>
          {order.milestones.length < LIMITS.milestones ? (
            <button type="submit" name="more" value="1" class="btn" formNoValidate>
              Add milestones
            </button>
          ) : null}
        </div>
      </form>
    </Frame>
  );
}
