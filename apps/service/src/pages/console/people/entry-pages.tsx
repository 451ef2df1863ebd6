/** The pages of who is not signed in: signing in and up, and a password that was forgotten. */
import type { JSX } from "preact";
import { PASSWORD_MAX, PASSWORD_MIN } from "../../../identity/passwords.js";
import type { SellerStep } from "../../../identity/seller-codes.js";
import { NAME_MAX, type Problems, TRADING_NAME_MAX } from "../../../identity/seller-outcome.js";
import type { OpenInvitation } from "../../../identity/team.js";
import { GivenName } from "../../given.js";
import type { FormFields } from "../../page-context.js";
import { CONSOLE_PATH, type VisitContext } from "../context.js";
import { Notice } from "../ui.js";
import {
  CodeInput,
  Form,
  Input,
  Lead,
  PlainPage,
  QuietButton,
  QuietLink,
  SandboxMail,
  Submit,
  WhosePassword,
  withNext,
} from "./parts.js";
import { sentenceAbout } from "./problems.js";

type Props = {
  readonly visit: VisitContext;
  /** As it was asked for; undefined where nothing was. */
  readonly next: string | undefined;
  readonly problems: Problems;
  readonly typed: FormFields;
};

export const PASSWORD_HINT = `At least ${PASSWORD_MIN} characters. A few words that only you put together are best.`;

export function SignInPage({ visit, next, problems, typed, isReset }: Props & { isReset: boolean }): JSX.Element {
  const signUp = withNext(`${CONSOLE_PATH}/sign-up`, next);
  return (
    <PlainPage
      visit={visit}
      title="Sign in"
      below={
        <>
          New here? <QuietLink href={signUp}>Create an account</QuietLink>
        </>
      }
    >
      <Lead>To the console for sellers.</Lead>
      {isReset ? <Notice tone="good">Your password is changed. Sign in with it.</Notice> : null}
      <Ended problems={problems} />
      <Form action={`${CONSOLE_PATH}/sign-in`} csrf={visit.csrf} next={next}>
        <Input
          name="email"
          label="E-mail address"
          type="email"
          autocomplete="username"
          maxLength={254}
          value={typed["email"] ?? ""}
          problem={sentenceAbout(problems, "email")}
        />
        <Input
          name="password"
          label="Password"
          type="password"
          autocomplete="current-password"
          problem={sentenceAbout(problems, "password")}
        />
        <Submit>Sign in</Submit>
      </Form>
      <p class="mt-2">
        <QuietLink href={`${CONSOLE_PATH}/forgotten`}>Forgot your password?</QuietLink>
      </p>
    </PlainPage>
  );
}

/** A step that was to follow is not there any more: this is its beginning. */
function Ended({ problems }: { problems: Problems }): JSX.Element | null {
  const sentence = sentenceAbout(problems, "code");
  return sentence === null ? null : <Notice tone="bad">{sentence}</Notice>;
}

/** The password was right. */
export function SecondFactorPage({ visit, next, problems }: Props): JSX.Element {
  return (
    <PlainPage visit={visit} title="Enter your second factor">
      <Lead>The six digits in your authenticator app. Without your phone, enter one of your recovery codes.</Lead>
      <Form action={`${CONSOLE_PATH}/sign-in/code`} csrf={visit.csrf} next={next}>
        <CodeInput label="Code" problem={sentenceAbout(problems, "code")} takesRecovery />
        <Submit>Sign in</Submit>
      </Form>
      <QuietButton action={`${CONSOLE_PATH}/sign-in/other`} csrf={visit.csrf} next={next} class="mt-2">
        Sign in as somebody else
      </QuietButton>
    </PlainPage>
  );
}

export function SignUpPage({
  visit,
  next,
  problems,
  typed,
  invitation,
}: Props & { invitation: OpenInvitation | null }): JSX.Element {
  return (
    <PlainPage
      visit={visit}
      title={invitation === null ? "Open a seller account" : "Create your sign-in"}
      below={
        <>
          Signed up before? <QuietLink href={withNext(`${CONSOLE_PATH}/sign-in`, next)}>Sign in</QuietLink>
        </>
      }
    >
      <Lead>
        {invitation === null ? (
          "Take payments that are held until your buyer has what was promised. It takes a minute."
        ) : (
          <>
            Then you join <GivenName text={invitation.tradingName} />.
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
          value={typed["name"] ?? ""}
          problem={sentenceAbout(problems, "name")}
        />
        {invitation === null ? (
          <Input
            name="trading_name"
            label="Trading name"
            autocomplete="organization"
            maxLength={TRADING_NAME_MAX}
            hint="What your buyers see when they pay."
            value={typed["trading_name"] ?? ""}
            problem={sentenceAbout(problems, "trading_name")}
          />
        ) : null}
        <Input
          name="email"
          label="E-mail address"
          type="email"
          autocomplete="username"
          maxLength={254}
          readOnly={invitation !== null}
          value={invitation?.email ?? typed["email"] ?? ""}
          problem={sentenceAbout(problems, "email")}
        />
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

type StepProps = Omit<Props, "typed"> & { readonly step: SellerStep };

/** A code is on its way; typing it proves the address. */
export function SignUpCodePage(props: StepProps): JSX.Element {
  return (
    <CodePage {...props} title="Confirm your address" path={`${CONSOLE_PATH}/sign-up`}>
      <Submit>Confirm</Submit>
    </CodePage>
  );
}

export function ForgottenPage({ visit, problems, typed }: Omit<Props, "next">): JSX.Element {
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

function CodePage({
  visit,
  next,
  problems,
  step,
  title,
  path,
  children,
}: StepProps & { title: string; path: string; children: JSX.Element | JSX.Element[] }): JSX.Element {
  const isSpent = step.triesLeft === 0;
  const problem = isSpent ? sentenceAbout({ code: "code_spent" }, "code") : sentenceAbout(problems, "code");
  return (
    <PlainPage visit={visit} title={title}>
      <Lead>
        We have sent a mail to <bdi class="font-medium text-base-content [overflow-wrap:anywhere]">{step.email}</bdi>.
        Its six-digit code works for 10 minutes, in this browser. If nothing arrives, look in your spam folder.
      </Lead>
      <SandboxMail visit={visit} />
      {isSpent ? (
        <p class="mb-2 text-sm text-error" role="alert">
          {problem}
        </p>
      ) : (
        <Form action={`${path}/code`} csrf={visit.csrf} next={next}>
          <CodeInput label="Six-digit code" problem={problem} />
          {children}
        </Form>
      )}
      <div class="mt-2 flex flex-wrap justify-between gap-x-4">
        <QuietButton action={`${path}/again`} csrf={visit.csrf} next={next}>
          Send a new code
        </QuietButton>
        <QuietButton action={`${path}/other`} csrf={visit.csrf} next={next}>
          Use another address
        </QuietButton>
      </div>
    </PlainPage>
  );
}
