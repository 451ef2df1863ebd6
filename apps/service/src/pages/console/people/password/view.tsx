/** A new password for one's own sign-in. */
import type { JSX } from "preact";
import type { Problems } from "../../../../identity/seller-outcome.js";
import { ME_PATH } from "../../../kit/links.js";
import type { PersonContext } from "../../../kit/person-context.js";
import { PageHead } from "../../../kit/ui.js";
import { PASSWORD_PATH } from "../../links.js";
import { Form, Input, NewPasswordInput, WhosePassword } from "../fields.js";
import { PersonFrame } from "../frame.js";
import { sentenceAbout } from "../words.js";

export function PasswordPage({ person, problems }: { person: PersonContext; problems: Problems }): JSX.Element {
  return (
    <PersonFrame person={person} title="Change your password">
      <PageHead
        title="Change your password"
        up={{ href: ME_PATH, label: "Account security" }}
        lead="This signs out all other browsers."
      />
      <section class="panel max-w-md p-4 sm:p-5">
        <Form action={PASSWORD_PATH} csrf={person.csrf}>
          <WhosePassword email={person.seller.email} />
          <Input
            name="password"
            label="Current password"
            type="password"
            autocomplete="current-password"
            problem={sentenceAbout(problems, "password")}
          />
          <NewPasswordInput problems={problems} />
          <button type="submit" class="btn btn-primary">
            Change the password
          </button>
        </Form>
      </section>
    </PersonFrame>
  );
}
