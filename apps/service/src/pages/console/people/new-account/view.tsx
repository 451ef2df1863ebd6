/** Another account, of one's own. */
import type { JSX } from "preact";
import { type Problems, TRADING_NAME_MAX } from "../../../../identity/seller-outcome.js";
import type { FormFields } from "../../../kit/page-context.js";
import type { PersonContext } from "../../../kit/person-context.js";
import { NEW_ACCOUNT_PATH } from "../../links.js";
import { Form, Input, Submit } from "../fields.js";
import { Lead, PlainPage, Whose } from "../parts.js";
import { sentenceAbout } from "../words.js";

export function NewAccountPage({
  person,
  problems,
  typed,
}: {
  person: PersonContext;
  problems: Problems;
  typed: FormFields;
}): JSX.Element {
  return (
    <PlainPage visit={person} title="Open another account" below={<Whose person={person} />}>
      <Lead>It has its own orders, money, keys and team, and you are its owner.</Lead>
      <Form action={NEW_ACCOUNT_PATH} csrf={person.csrf}>
        <Input
          name="trading_name"
          label="Trading name"
          autocomplete="organization"
          maxLength={TRADING_NAME_MAX}
          hint="Buyers see it when they pay."
          value={typed["trading_name"] ?? ""}
          problem={sentenceAbout(problems, "trading_name")}
        />
        <Submit>Open the account</Submit>
      </Form>
    </PlainPage>
  );
}
