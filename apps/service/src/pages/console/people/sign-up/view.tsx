/** Signing up, for an account of one's own or to an invitation. */
import type { JSX } from "preact";
import { PASSWORD_MAX, PASSWORD_MIN } from "../../../../identity/passwords.js";
import { NAME_MAX, TRADING_NAME_MAX } from "../../../../identity/seller-outcome.js";
import type { OpenInvitation } from "../../../../identity/team.js";
import { CONSOLE_PATH } from "../../../kit/links.js";
import { maxLengthFor } from "../../../kit/max-length.js";
import { Say } from "../../../kit/say.js";
import { CodePage, type StepProps } from "../code-page.js";
import { EmailInput, Form, Input, Submit } from "../fields.js";
import { Ended, type EntryProps, InvitingAccount, Lead, PlainPage, QuietLink, withNext } from "../parts.js";
import { sentenceAbout, sharedWords, signUpWords } from "../words.js";

export function SignUpPage({
  visit,
  next,
  problems,
  typed,
  invitation,
}: EntryProps & { invitation: OpenInvitation | null }): JSX.Element {
  const words = signUpWords(visit.locale);
  const shared = sharedWords(visit.locale);
  const signIn = <QuietLink href={withNext(`${CONSOLE_PATH}/sign-in`, next)}>{shared.signIn}</QuietLink>;
  return (
    <PlainPage
      visit={visit}
      title={invitation === null ? words.title : words.titleInvited}
      below={<Say text={words.haveAccount} link={signIn} />}
    >
      <Lead>
        {invitation === null ? (
          words.lead
        ) : (
          <Say text={words.leadInvited} account={<InvitingAccount invitation={invitation} />} />
        )}
      </Lead>
      <Ended problems={problems} />
      <Form action={`${CONSOLE_PATH}/sign-up`} csrf={visit.csrf} next={next}>
        <Input
          name="name"
          label={shared.name}
          autocomplete="name"
          maxLength={maxLengthFor(NAME_MAX)}
          autofocus={Object.keys(problems).length === 0}
          value={typed["name"] ?? ""}
          problem={sentenceAbout(problems, "name", visit.locale)}
        />
        {invitation === null ? (
          <Input
            name="trading_name"
            label={shared.tradingName}
            autocomplete="organization"
            maxLength={maxLengthFor(TRADING_NAME_MAX)}
            hint={words.tradingNameHint}
            value={typed["trading_name"] ?? ""}
            problem={sentenceAbout(problems, "trading_name", visit.locale)}
          />
        ) : null}
        <EmailInput typed={typed} problems={problems} fixed={invitation?.email ?? null} />
        <Input
          name="password"
          label={shared.password}
          type="password"
          autocomplete="new-password"
          maxLength={maxLengthFor(PASSWORD_MAX)}
          hint={shared.passwordHint({ least: PASSWORD_MIN })}
          problem={sentenceAbout(problems, "password", visit.locale)}
        />
        <Submit>{shared.goOn}</Submit>
      </Form>
    </PlainPage>
  );
}

/** A code is on its way; typing it proves the address. */
export function SignUpCodePage(props: StepProps): JSX.Element {
  const words = signUpWords(props.visit.locale);
  return (
    <CodePage {...props} title={words.confirmTitle} path={`${CONSOLE_PATH}/sign-up`}>
      <Submit>{words.confirm}</Submit>
    </CodePage>
  );
}
