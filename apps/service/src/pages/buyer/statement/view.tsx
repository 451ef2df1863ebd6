/** Asks what the buyer wants to say in the dispute. */
import type { JSX } from "preact";
import { Asking, Buttons, Files, Form, Reason } from "../asking.js";
import { disputeUrl } from "../links.js";
import { pathOf, type Scene } from "../load.js";
import { disputeWords } from "../order/words.js";
import type { SentForm } from "../reason.js";
import { statementWords } from "./words.js";

export function StatementPage({ context, order, form }: Scene & { form: SentForm }): JSX.Element {
  const words = statementWords(context.locale);
  return (
    <Asking context={context} order={order} title={disputeWords(context.locale).write}>
      <p class="leading-relaxed">{words.text}</p>
      {/* The token and the words go first: files are read only when those are known to be ours. */}
      <Form action={disputeUrl(pathOf(order), "write")} context={context} hasFiles>
        <Reason label={words.label} hint={words.hint} form={form} />
        <Files context={context} form={form} />
        <Buttons context={context} order={order} label={words.button} />
      </Form>
    </Asking>
  );
}
