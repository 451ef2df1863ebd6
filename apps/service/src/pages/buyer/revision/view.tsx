/** Asks what should be changed. */
import type { JSX } from "preact";
import { orderUrl } from "../../kit/links.js";
import { AboutPart, Asking, Buttons, Files, Form, Reason } from "../asking.js";
import { actionUrl } from "../links.js";
import type { PartScene } from "../load.js";
import type { SentForm } from "../reason.js";
import { revisionWords } from "./words.js";

export function RevisionPage({ context, order, milestone, form }: PartScene & { form: SentForm }): JSX.Element {
  const words = revisionWords(context.locale);
  const { escrow, merchant } = order;
  const action = actionUrl(orderUrl(merchant.sellerCode, escrow.id), milestone.id, "requestRevision");
  return (
    <Asking context={context} order={order} title={words.title}>
      <AboutPart context={context} order={order} milestone={milestone} />
      <p class="mt-4 leading-relaxed">{words.text}</p>
      {/* The token and the words go first: files are read only when those are known to be ours. */}
      <Form action={action} context={context} hasFiles>
        <Reason label={words.label} hint={words.hint} form={form} />
        <Files context={context} form={form} />
        <Buttons context={context} order={order} label={words.button} />
      </Form>
    </Asking>
  );
}
