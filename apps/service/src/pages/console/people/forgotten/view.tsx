/** A password that was forgotten, and the choice of a new one. */
import type { JSX } from "preact";
import { CONSOLE_PATH } from "../../../kit/links.js";
import { CodePage, type StepProps } from "../code-page.js";
import { EmailInput, Form, NewPasswordInput, Submit, WhosePassword } from "../fields.js";
import { type EntryProps, Lead, PlainPage, QuietLink } from "../parts.js";

export function ForgottenPage({ visit, problems, typed }: Omit<EntryProps, "next">): JSX.Element {
  return (
    <PlainPage
      visit={visit}
      title="Reset your password"
      below={<QuietLink href={`${CONSOLE_PATH}/sign-in`}>Back to sign-in</QuietLink>}
    >
      <Lead>We’ll send a code to your email address.</Lead>
      <Form action={`${CONSOLE_PATH}/forgotten`} csrf={visit.csrf}>
        <EmailInput typed={typed} problems={problems} autofocus />
        <Submit>Send me a code</Submit>
      </Form>
    </PlainPage>
  );
}

export function NewPasswordPage(props: Omit<StepProps, "next">): JSX.Element {
  return (
    <CodePage {...props} next={undefined} title="Choose a new password" path={`${CONSOLE_PATH}/forgotten`}>
      <WhosePassword email={props.step.email} />
      <NewPasswordInput problems={props.problems} />
      <Submit>Change the password</Submit>
    </CodePage>
  );
}
