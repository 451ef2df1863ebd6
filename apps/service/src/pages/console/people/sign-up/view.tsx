/** Signing up, for an account of one's own or to an invitation. */
import type { JSX } from "preact";
import { PASSWORD_MAX } from "../../../../identity/passwords.js";
import { NAME_MAX, TRADING_NAME_MAX } from "../../../../identity/seller-outcome.js";
import type { OpenInvitation } from "../../../../identity/team.js";
import { CONSOLE_PATH } from "../../../kit/links.js";
import { CodePage, type StepProps } from "../code-page.js";
import { EmailInput, Form, Input, Submit } from "../fields.js";
import { Ended, type EntryProps, InvitingAccount, Lead, PlainPage, QuietLink, withNext } from "../parts.js";
import { PASSWORD_HINT, sentenceAbout } from "../words.js";

export function SignUpPage({
  visit,
  next,
  problems,
  typed,
  invitation,
}: EntryProps & { invitation: OpenInvitation | null }): JSX.Element {
  return (
    <PlainPage
      visit={visit}
      title={invitation === null ? "Open a seller account" : "Create your sign-in"}
      below={
        <>
          Already have an account? <QuietLink href={withNext(`${CONSOLE_PATH}/sign-in`, next)}>Sign in</QuietLink>
        </>
      }
    >
      <Lead>
        {invitation === null ? (
          "Take payments that are held until your buyer approves the delivery. It takes a minute."
        ) : (
          <>
            Then you join <InvitingAccount invitation={invitation} />.
          </>
        )}
      </Lead>
      <Ended problems={problems} />
      <Form action={`${CONSOLE_PATH}/sign-up`} csrf={visit.csrf} next={next}>
        <Input
          name="name"
          label="Your name"
          autocomplete="name"
          maxLength={NAME_MAX}
          autofocus
          value={typed["name"] ?? ""}
          problem={sentenceAbout(problems, "name")}
        />
        {invitation === null ? (
          <Input
            name="trading_name"
            label="Trading name"
            autocomplete="organization"
            maxLength={TRADING_NAME_MAX}
            hint="Your buyers see it when they pay."
            value={typed["trading_name"] ?? ""}
            problem={sentenceAbout(problems, "trading_name")}
          />
        ) : null}
        <EmailInput typed={typed} problems={problems} fixed={invitation?.email ?? null} />
        <Input
          name="password"
          label="Password"
          type="password"
          autocomplete="new-password"
          maxLength={PASSWORD_MAX}
          hint={PASSWORD_HINT}
          problem={sentenceAbout(problems, "password")}
        />
        <Submit>Continue</Submit>
      </Form>
    </PlainPage>
  );
}

/** A code is on its way; typing it proves the address. */
export function SignUpCodePage(props: StepProps): JSX.Element {
  return (
    <CodePage {...props} title="Confirm your address" path={`${CONSOLE_PATH}/sign-up`}>
      <Submit>Confirm</Submit>
    </CodePage>
  );
}
