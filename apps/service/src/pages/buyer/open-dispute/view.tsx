/** Asks what went wrong, before a dispute is opened. */
import type { JSX } from "preact";
import { orderUrl } from "../../kit/links.js";
import { AboutPart, Asking, Buttons, Files, Form, Reason } from "../asking.js";
import { actionUrl } from "../links.js";
import type { PartScene } from "../load.js";
import type { SentForm } from "../reason.js";
import { openDisputeWords } from "./words.js";

export function OpenDisputePage({ context, order, milestone, form }: PartScene & { form: SentForm }): JSX.Element {
  const words = openDisputeWords(context.locale);
  const { escrow, merchant } = order;
  const action = actionUrl(orderUrl(merchant.sellerCode, escrow.id), milestone.id, "dispute");
  return (
    <Asking context={context} order={order} title={words.title}>
      <AboutPart context={context} order={order} milestone={milestone} />
      <p class="mt-4 leading-relaxed">{words.text}</p>
      {/* The token and the words go first: files are read only when those are known to be ours. */}
      <Form action={action} context={context} hasFiles>
        <Reason label={words.label} hint={words.hint} form={form} />
        <Files context={context} form={form} />
        <Buttons context={context} order={order} label={words.button} isGrave />
      </Form>
    </Asking>
  );
}
