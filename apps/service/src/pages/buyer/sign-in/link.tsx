/** The page behind the link in a code's mail: one button, which the small script presses; in any other browser one that sends a code there. */
import type { JSX } from "preact";
import type { PageContext } from "../../kit/page-context.js";
import { SignedInAs } from "../../kit/sign-in.js";
import { signInWords } from "../../kit/words.js";
import { SIGN_IN_PATH } from "../links.js";
import { Frame } from "./frame.js";

type Props = {
  readonly context: PageContext;
  /** Null unless this browser asked for it. */
  readonly code: string | null;
  /** For a browser that didn't: the mail's own, which the form below hands on. */
  readonly ticket: string;
  /** Where to go on. */
  readonly next: string;
};

export function LinkPage({ context, code, ticket, next }: Props): JSX.Element {
  const words = signInWords(context.locale);
  const { pending } = context.signIn;
  if (context.buyer !== null) {
    return (
      <Frame context={context} title={`${words.signedInAs} ${context.buyer.email}`}>
        <SignedInAs context={context} next={SIGN_IN_PATH} />
        <p class="mt-5">
          <a class="btn btn-primary w-full" href={next}>
            {words.goOn}
          </a>
        </p>
      </Frame>
    );
  }
  if (code === null || pending === null || pending.triesLeft === 0) {
    return (
      <Frame context={context} title={words.linkElsewhere} text={words.linkElsewhereText}>
        <form method="post" action="/sign-in/here" class="mt-5">
          <input type="hidden" name="csrf" value={context.csrf} />
          <input type="hidden" name="next" value={SIGN_IN_PATH} />
          <input type="hidden" name="ticket" value={ticket} />
          <button type="submit" class="btn w-full">
            {words.again}
          </button>
        </form>
      </Frame>
    );
  }
  return (
    <Frame context={context} title={words.linkTitle({ email: pending.email })} text={words.linkText}>
      <form method="post" action="/sign-in/code" class="mt-5" data-send="">
        <input type="hidden" name="csrf" value={context.csrf} />
        <input type="hidden" name="next" value={next} />
        {/* Never back to this page, which would send the code again. */}
        <input type="hidden" name="back" value={`${SIGN_IN_PATH}?next=${encodeURIComponent(next)}`} />
        <input type="hidden" name="code" value={code} />
        <button type="submit" class="btn btn-primary w-full">
          {words.linkGo}
        </button>
      </form>
    </Frame>
  );
}
