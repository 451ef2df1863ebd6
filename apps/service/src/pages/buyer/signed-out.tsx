import type { JSX } from "preact";
import type { PageContext } from "../kit/page-context.js";
import { SignIn } from "../kit/sign-in.js";
import { Frame } from "./parts.js";
import { sharedWords } from "./words.js";

/** What stands in place of any page of the area while nobody is signed in. */
export function SignedOutPage({ context, next }: { context: PageContext; next: string }): JSX.Element {
  const words = sharedWords(context.locale);
  return (
    <Frame context={context} title={words.orders}>
      <div class="mx-auto max-w-md sm:py-6">
        <h1 class="mb-4 text-2xl font-semibold tracking-tight text-balance">{words.signInFirst}</h1>
        <SignIn context={context} next={next} />
      </div>
    </Frame>
  );
}
