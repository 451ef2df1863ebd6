/** The sandbox's mail, where a page waits for what it brings: nobody's real mailbox is needed to try things out. */
import type { JSX } from "preact";
import type { Locale } from "../../words/locale.js";
import { Say } from "./say.js";
import { signInWords } from "./words.js";

/** @param props.code as the mail says it, to be typed as anywhere else; null where the mail has none. */
export function SandboxMail({
  locale,
  email,
  code,
}: {
  locale: Locale;
  email: string;
  code: string | null;
}): JSX.Element {
  const words = signInWords(locale);
  return (
    <p data-sandbox-mail class="mt-2 flex flex-wrap gap-x-3 text-sm">
      {code === null ? null : (
        <span>
          <Say
            text={words.sandboxCode}
            code={
              <bdi dir="ltr" class="font-semibold tracking-wider tabular-nums select-all">
                {code}
              </bdi>
            }
          />
        </span>
      )}
      <a
        class="link link-primary font-medium underline-offset-4"
        href={`/sandbox/mailbox?${new URLSearchParams({ to: email })}`}
        target="_blank"
        rel="noopener"
      >
        {words.sandboxMail}
      </a>
    </p>
  );
}
