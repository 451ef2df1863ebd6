/** Which sites may show the checkout inside of their pages, and what to paste there. */
import type { JSX } from "preact";
import { FRAME_ORIGINS_MAX } from "../../../../domain/frame-origins.js";
import { Code } from "../../../kit/code.js";
import { described, Field, Section } from "../../../kit/ui.js";
import type { ConsoleContext } from "../../context.js";
import { embedHtml } from "../../embed-code.js";
import { CopyButton } from "../../once.js";
import { sharingWords } from "../../words.js";
import { SettingsFrame, settingsPath } from "../frame.js";
import { embedWords, settingsWords } from "../words.js";
import type { EmbedForm } from "./form.js";

type Props = {
  readonly context: ConsoleContext;
  readonly form: EmbedForm;
  readonly publicUrl: string;
  readonly said?: string | undefined;
};

export function EmbedPage({ context, form, publicUrl, said }: Props): JSX.Element {
  const { typed, problem } = form;
  const words = embedWords(context.locale);
  const html = embedHtml(
    publicUrl,
    `${publicUrl}/pay/${context.member.sellerCode}/cs_…`,
    sharingWords(context.locale).pay,
  );
  return (
    <SettingsFrame
      context={context}
      tab="/embed"
      lead={words.lead}
      said={said}
      problem={problem === null ? null : settingsWords(context.locale).notSaved}
    >
      <Section title={words.allowed} lead={words.allowedLead}>
        <form method="post" action={settingsPath(context, "/embed")}>
          <input type="hidden" name="csrf" value={context.csrf} />
          <Field
            label={words.origins}
            name="origins"
            hint={[words.hint({ most: FRAME_ORIGINS_MAX }), ...(context.site.isSandbox ? [words.sandbox] : [])].join(
              " ",
            )}
            problem={problem}
          >
            <textarea
              {...described("origins", { hasHint: true, problem })}
              class="field font-mono"
              rows={4}
              spellcheck={false}
              autocomplete="off"
              placeholder="https://shop.example"
            >
              {typed}
            </textarea>
          </Field>
          <button type="submit" class="btn btn-primary">
            {words.save}
          </button>
        </form>
      </Section>
      <Section title={words.paste} lead={words.pasteLead} actions={<CopyButton text={html} label={words.code} />}>
        <Code label={words.code}>{html}</Code>
      </Section>
      <Section title={words.listen} lead={words.listenLead}>
        <Code label={words.listenCode}>{LISTENER}</Code>
        <p class="mt-3 text-sm">
          <a class="link link-primary" href="/docs/guides/embedded-checkout">
            {words.guide}
          </a>
        </p>
      </Section>
    </SettingsFrame>
  );
}

const LISTENER = `document.addEventListener("holdfast", ({ detail }) => {
  if (detail.state === "paid") location.assign("/thanks");
});`;
