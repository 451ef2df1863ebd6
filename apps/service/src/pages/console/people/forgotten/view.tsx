/** A password that was forgotten, and the choice of a new one. */
import type { JSX } from "preact";
import { CONSOLE_PATH } from "../../../kit/links.js";
import { CodePage, type StepProps } from "../code-page.js";
import { EmailInput, Form, NewPasswordInput, Submit, WhosePassword } from "../fields.js";
import { type EntryProps, Lead, PlainPage, QuietLink } from "../parts.js";
import { forgottenWords } from "../words.js";

export function ForgottenPage({ visit, problems, typed }: Omit<EntryProps, "next">): JSX.Element {
  const words = forgottenWords(visit.locale);
  return (
    <PlainPage
      visit={visit}
      title={words.title}
      below={<QuietLink href={`${CONSOLE_PATH}/sign-in`}>{words.back}</QuietLink>}
    >
      <Lead>{words.lead}</Lead>
      <Form action={`${CONSOLE_PATH}/forgotten`} csrf={visit.csrf}>
        <EmailInput typed={typed} problems={problems} autofocus={Object.keys(problems).length === 0} />
        <Submit>{words.send}</Submit>
      </Form>
    </PlainPage>
  );
}

export function NewPasswordPage(props: Omit<StepProps, "next">): JSX.Element {
  const words = forgottenWords(props.visit.locale);
  return (
    <CodePage {...props} next={undefined} title={words.chooseTitle} path={`${CONSOLE_PATH}/forgotten`}>
      <WhosePassword email={props.step.email} />
      <NewPasswordInput problems={props.problems} />
      <Submit>{words.change}</Submit>
    </CodePage>
  );
}
