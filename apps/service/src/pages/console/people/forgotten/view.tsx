/** A password that was forgotten, and the choice of a new one. */
import type { JSX } from "preact";
import { PASSWORD_MAX } from "../../../../identity/passwords.js";
import { CONSOLE_PATH } from "../../../kit/links.js";
import { CodePage, type StepProps } from "../code-page.js";
import { type EntryProps, Form, Input, Lead, PlainPage, QuietLink, Submit, WhosePassword } from "../parts.js";
import { PASSWORD_HINT, sentenceAbout } from "../words.js";

export function ForgottenPage({ visit, problems, typed }: Omit<EntryProps, "next">): JSX.Element {
  return (
    <PlainPage
      visit={visit}
      title="Get a new password"
      below={<QuietLink href={`${CONSOLE_PATH}/sign-in`}>Back to signing in</QuietLink>}
    >
      <Lead>We send a six-digit code to your address.</Lead>
      <Form action={`${CONSOLE_PATH}/forgotten`} csrf={visit.csrf}>
        <Input
          name="email"
          label="E-mail address"
          type="email"
          autocomplete="username"
          maxLength={254}
          value={typed["email"] ?? ""}
          problem={sentenceAbout(problems, "email")}
        />
        <Submit>Send me a code</Submit>
      </Form>
    </PlainPage>
  );
}

export function NewPasswordPage(props: Omit<StepProps, "next">): JSX.Element {
  return (
    <CodePage {...props} next={undefined} title="Choose a new password" path={`${CONSOLE_PATH}/forgotten`}>
      <WhosePassword email={props.step.email} />
      <Input
        name="new_password"
        label="New password"
        type="password"
        autocomplete="new-password"
        maxLength={PASSWORD_MAX}
        hint={PASSWORD_HINT}
        problem={sentenceAbout(props.problems, "new_password")}
      />
      <Submit>Change the password</Submit>
    </CodePage>
  );
}
