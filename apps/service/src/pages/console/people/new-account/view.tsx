/** Another account, of one's own. */
import type { JSX } from "preact";
import { type Problems, TRADING_NAME_MAX } from "../../../../identity/seller-outcome.js";
import { maxLengthFor } from "../../../kit/max-length.js";
import type { FormFields } from "../../../kit/page-context.js";
import type { PersonContext } from "../../../kit/person-context.js";
import { NEW_ACCOUNT_PATH } from "../../links.js";
import { Form, Input, Submit } from "../fields.js";
import { Lead, PlainPage, Whose } from "../parts.js";
import { newAccountWords, sentenceAbout, sharedWords } from "../words.js";

export function NewAccountPage({
  person,
  problems,
  typed,
}: {
  person: PersonContext;
  problems: Problems;
  typed: FormFields;
}): JSX.Element {
  const words = newAccountWords(person.locale);
  const shared = sharedWords(person.locale);
  return (
    <PlainPage visit={person} title={shared.openAnother} below={<Whose person={person} />}>
      <Lead>{words.lead}</Lead>
      <Form action={NEW_ACCOUNT_PATH} csrf={person.csrf}>
        <Input
          name="trading_name"
          label={shared.tradingName}
          autocomplete="organization"
          maxLength={maxLengthFor(TRADING_NAME_MAX)}
          hint={words.tradingNameHint}
          value={typed["trading_name"] ?? ""}
          problem={sentenceAbout(problems, "trading_name", person.locale)}
        />
        <Submit>{words.open}</Submit>
      </Form>
    </PlainPage>
  );
}
