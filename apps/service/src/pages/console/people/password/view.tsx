/** A new password for one's own sign-in. */
import type { JSX } from "preact";
import type { Problems } from "../../../../identity/seller-outcome.js";
import { ME_PATH } from "../../../kit/links.js";
import type { PersonContext } from "../../../kit/person-context.js";
import { PageHead } from "../../../kit/ui.js";
import { PASSWORD_PATH } from "../../links.js";
import { Form, Input, NewPasswordInput, WhosePassword } from "../fields.js";
import { PersonFrame } from "../frame.js";
import { meWords, passwordWords, sentenceAbout } from "../words.js";

export function PasswordPage({ person, problems }: { person: PersonContext; problems: Problems }): JSX.Element {
  const words = passwordWords(person.locale);
  return (
    <PersonFrame person={person} title={words.title}>
      <PageHead title={words.title} up={{ href: ME_PATH, label: meWords(person.locale).title }} lead={words.lead} />
      <section class="panel max-w-md p-4 sm:p-5">
        <Form action={PASSWORD_PATH} csrf={person.csrf}>
          <WhosePassword email={person.seller.email} />
          <Input
            name="password"
            label={words.current}
            type="password"
            autocomplete="current-password"
            problem={sentenceAbout(problems, "password", person.locale)}
          />
          <NewPasswordInput problems={problems} />
          <button type="submit" class="btn btn-primary">
            {words.change}
          </button>
        </Form>
      </section>
    </PersonFrame>
  );
}
