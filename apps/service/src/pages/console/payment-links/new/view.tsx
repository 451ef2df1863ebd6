/** A link that many can use, as a seller types it. */
import type { JSX } from "preact";
import { LINK_DAYS, LINK_ORDERS_MAX } from "../../../../domain/payment-links.js";
import type { Brand } from "../../../../store/read/brand.js";
import { duration } from "../../../../words/format.js";
import { described, Field, Notice, PageHead } from "../../../kit/ui.js";
import type { ConsoleContext } from "../../context.js";
import { Frame } from "../../frame.js";
import { paymentLinksUrl } from "../../links.js";
import { EnterKey, Milestones, Text, WhatIsSold, WithPreview } from "../../orders/new-session/view.js";
import { newSessionWords } from "../../orders/words.js";
import { linkListWords, linkPageWords, linkWords, newLinkWords } from "../words.js";
import type { TypedLink } from "./form.js";

const DAY_SECONDS = 86_400;

type Props = {
  readonly context: ConsoleContext;
  readonly brand: Brand;
  readonly typed: TypedLink;
  /** By field of the form. */
  readonly problems: Readonly<Record<string, string>>;
};

export function NewPaymentLinkPage({ context, brand, typed, problems }: Props): JSX.Element {
  const { order } = typed;
  const { locale } = context;
  const [words, ofOne] = [newLinkWords(locale), newSessionWords(locale)];
  const title = linkListWords(locale).newLink;
  return (
    <Frame context={context} title={title} entry="/sessions" colour={brand.colour}>
      <PageHead
        title={title}
        up={{ href: paymentLinksUrl(context), label: linkWords(locale).links }}
        lead={words.lead}
      />
      {Object.keys(problems).length > 0 ? <Notice tone="bad">{ofOne.check}</Notice> : null}
      <WithPreview context={context} brand={brand} typed={order}>
        <form method="post" action={`${paymentLinksUrl(context)}/new`} class="panel min-w-0 p-4 sm:p-5">
          <input type="hidden" name="csrf" value={context.csrf} />
          <input type="hidden" name="rows" value={order.milestones.length} />
          <EnterKey />
          <WhatIsSold typed={order} problems={problems} />
          <Text
            name="reference"
            label={words.reference}
            hint={words.referenceHint}
            value={order.reference}
            problem={problems["reference"]}
          />
          <Text
            name="count"
            label={words.count}
            hint={words.countHint({ most: LINK_ORDERS_MAX, span: duration(1_800, locale) })}
            value={typed.count}
            problem={problems["count"]}
            inputMode="numeric"
          />
          <Field label={ofOne.expiresIn} name="days" problem={problems["days"]}>
            <select class="field h-11 max-w-48 py-0" {...described("days", { problem: problems["days"] })}>
              <option value="" selected={typed.days === ""}>
                {linkPageWords(locale).never}
              </option>
              {LINK_DAYS.map((days) => (
                <option value={days} selected={typed.days === String(days)}>
                  {duration(days * DAY_SECONDS, locale)}
                </option>
              ))}
            </select>
          </Field>
          <Milestones typed={order} problems={problems} />
          <button type="submit" class="btn btn-primary mt-5">
            {ofOne.create}
          </button>
        </form>
      </WithPreview>
    </Frame>
  );
}
