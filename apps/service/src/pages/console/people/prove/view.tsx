/** A page in between: before money moves or access is handed out, it asks again who is there. */
import type { JSX } from "preact";
import type { PasskeyOptions } from "../../../../identity/passkeys.js";
import type { Problems } from "../../../../identity/seller-outcome.js";
import { PROVE_PATH } from "../../../kit/links.js";
import type { PersonContext } from "../../../kit/person-context.js";
import { CodeInput, Form, Input, Submit, UsePasskey, WhosePassword } from "../fields.js";
import { Lead, PlainPage, Whose } from "../parts.js";
import { proveWords, sentenceAbout, sharedWords } from "../words.js";

export function ProvePage({
  person,
  next,
  ask,
  carried,
  problems,
}: {
  person: PersonContext;
  /** Where one was, or was going to. */
  next: string;
  /** Null for people without a passkey. */
  ask: PasskeyOptions | null;
  /** The fields of a form that waits for this; null for a page that does. */
  carried: readonly (readonly [name: string, value: string])[] | null;
  problems: Problems;
}): JSX.Element {
  const { seller, csrf, locale } = person;
  const words = proveWords(locale);
  const shared = sharedWords(locale);
  return (
    <PlainPage visit={person} title={words.title} passkeys={ask !== null} below={<Whose person={person} />}>
      <Lead>{carried === null ? words.lead : `${words.lead} ${words.kept}`}</Lead>
      <Form action={`${PROVE_PATH}?${new URLSearchParams({ next })}`} csrf={csrf}>
        <input type="hidden" name="proof" value="1" />
        {carried === null ? <input type="hidden" name="proof_of_page" value="1" /> : null}
        {carried?.map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
        {seller.hasSecondFactor ? (
          <CodeInput
            label={shared.factorCode}
            name="proof_code"
            problem={sentenceAbout(problems, "code", person.locale)}
            hasLetters
            autofocus
          />
        ) : (
          <>
            <WhosePassword email={seller.email} />
            <Input
              name="proof_password"
              label={shared.yourPassword}
              type="password"
              autocomplete="current-password"
              autofocus
              problem={sentenceAbout(problems, "password", person.locale)}
            />
          </>
        )}
        <Submit>{shared.goOn}</Submit>
        {seller.hasSecondFactor && ask !== null ? (
          <div class="mt-4">
            <UsePasskey ask={ask} into="proof_passkey" />
          </div>
        ) : null}
      </Form>
    </PlainPage>
  );
}
