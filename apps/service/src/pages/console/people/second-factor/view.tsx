/** Setting up a second factor: the QR code, the codes for when it is lost, and the way back. */
import type { JSX } from "preact";
import { encode } from "uqr";
import type { Problems } from "../../../../identity/seller-outcome.js";
import type { SetUp } from "../../../../identity/seller-self.js";
import type { PersonContext } from "../../../kit/person-context.js";
import { Notice, PageHead, Section } from "../../../kit/ui.js";
import { ME_PATH, SECOND_FACTOR_PATH } from "../../links.js";
import { CodeInput, Form, Input, WhosePassword } from "../fields.js";
import { PersonFrame } from "../frame.js";
import { sentenceAbout } from "../words.js";

type Props = { readonly person: PersonContext; readonly problems: Problems };

const UP = { href: ME_PATH, label: "Your sign-in" };

/** Whether it is on or off, and what to do about it. */
export function SecondFactorSettings({
  person,
  problems,
  codesLeft,
}: Props & {
  /** Null while it is off. */
  codesLeft: number | null;
}): JSX.Element {
  return (
    <PersonFrame person={person} title="Second factor">
      <PageHead
        title="Second factor"
        up={UP}
        lead="With it, signing in takes your password and a code that only your phone can make."
      />
      {codesLeft === null ? (
        <section class="panel max-w-md p-4 sm:p-5">
          <Form action={`${SECOND_FACTOR_PATH}/start`} csrf={person.csrf}>
            <p class="mb-4 text-sm leading-relaxed">
              You need an authenticator app on your phone, such as Aegis, 1Password or Google Authenticator. Enter your
              password to begin.
            </p>
            <OwnPassword person={person} problems={problems} />
            <button type="submit" class="btn btn-primary">
              Set it up
            </button>
          </Form>
        </section>
      ) : (
        <SwitchedOn person={person} problems={problems} codesLeft={codesLeft} />
      )}
    </PersonFrame>
  );
}

const OwnPassword = ({ person, problems, id = "password" }: Props & { id?: string }): JSX.Element => (
  <>
    <WhosePassword email={person.seller.email} />
    <Input
      id={id}
      name="password"
      label="Your password"
      type="password"
      autocomplete="current-password"
      problem={sentenceAbout(problems, "password")}
    />
  </>
);

function SwitchedOn({ person, problems, codesLeft }: Props & { codesLeft: number }): JSX.Element {
  const isAboutOff = problems.code !== undefined;
  return (
    <>
      <Notice tone={codesLeft < 3 ? "bad" : "good"}>
        It is on. You have {codesLeft} {codesLeft === 1 ? "recovery code" : "recovery codes"} left.
      </Notice>
      <Section title="New recovery codes" lead="Those from before no longer work.">
        <Form action={`${SECOND_FACTOR_PATH}/codes`} csrf={person.csrf} class="max-w-md">
          <OwnPassword person={person} problems={isAboutOff ? {} : problems} />
          <button type="submit" class="btn">
            Make new codes
          </button>
        </Form>
      </Section>
      <Section title="Switch it off" lead="Then your password is all that it takes to sign in.">
        <Form action={`${SECOND_FACTOR_PATH}/off`} csrf={person.csrf} class="max-w-md">
          <OwnPassword person={person} problems={isAboutOff ? {} : problems} id="password-off" />
          <CodeInput
            label="Code of your app, or a recovery code"
            problem={sentenceAbout(problems, "code")}
            hasLetters
          />
          <button type="submit" class="btn text-error">
            Switch it off
          </button>
        </Form>
      </Section>
    </>
  );
}

/** Shown in the answer that begins it, and again only while its first code is typed wrong. */
export function SetUpPage({ person, problems, setUp }: Props & { setUp: SetUp }): JSX.Element {
  return (
    <PersonFrame person={person} title="Set up your second factor">
      <PageHead title="Set up your second factor" up={UP} />
      <section class="panel grid gap-6 p-4 sm:grid-cols-[auto_minmax(0,1fr)] sm:p-5">
        <QrCode text={setUp.uri} />
        <div class="min-w-0">
          <p class="text-sm leading-relaxed">
            Scan this with your authenticator app. If you can’t, type this key into it:
          </p>
          <p class="mt-2 mb-5 rounded-field bg-base-200 px-3 py-2 font-mono text-sm [overflow-wrap:anywhere]">
            {setUp.secret.match(/.{4}/g)?.join(" ")}
          </p>
          <Form action={`${SECOND_FACTOR_PATH}/confirm`} csrf={person.csrf} class="max-w-xs">
            <CodeInput label="Then type the code that it shows" problem={sentenceAbout(problems, "code")} />
            <button type="submit" class="btn btn-primary">
              Switch it on
            </button>
          </Form>
        </div>
      </section>
    </PersonFrame>
  );
}

/** Dark on light whatever the colours of the page are: cameras do not read it the other way round. */
function QrCode({ text }: { text: string }): JSX.Element {
  const { data, size } = encode(text, { ecc: "M", border: 3 });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return (
    <svg
      class="size-52 rounded-field bg-white text-black max-sm:mx-auto"
      viewBox={`0 0 ${size} ${size}`}
      shape-rendering="crispEdges"
      role="img"
      aria-label="QR code for your authenticator app"
    >
      <path d={path} fill="currentColor" />
    </svg>
  );
}

/** Shown this once. */
export function RecoveryCodesPage({ person, codes }: { person: PersonContext; codes: readonly string[] }): JSX.Element {
  return (
    <PersonFrame person={person} title="Your recovery codes">
      <PageHead title="Your recovery codes" />
      <Notice tone="good">Your second factor is on.</Notice>
      <Section
        title="Keep these, away from your phone"
        lead="Each lets you in once, with your password, when you can’t use your app. They are shown this once."
      >
        <ol class="grid gap-x-6 gap-y-2 rounded-field bg-base-200 px-4 py-3 font-mono text-sm sm:grid-cols-2">
          {codes.map((code) => (
            <li>{code}</li>
          ))}
        </ol>
        <p class="mt-4">
          <a class="btn btn-primary" href={ME_PATH}>
            I have kept them
          </a>
        </p>
      </Section>
    </PersonFrame>
  );
}
