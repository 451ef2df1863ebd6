/** Forms of the pages of people, and their fields. */
import type { ComponentChildren, JSX } from "preact";
import type { PasskeyOptions } from "../../../identity/passkeys.js";
import { PASSWORD_MAX, PASSWORD_MIN } from "../../../identity/passwords.js";
import type { Problems } from "../../../identity/seller-outcome.js";
import { Icon } from "../../kit/icons.js";
import { useLocale, useWords } from "../../kit/language.js";
import { maxLengthFor } from "../../kit/max-length.js";
import type { FormFields } from "../../kit/page-context.js";
import { described, Field } from "../../kit/ui.js";
import { sentenceAbout, sharedWords } from "./words.js";

export type FormProps = {
  readonly action: string;
  readonly csrf: string;
  /** Where to go on when it is done. */
  readonly next?: string | undefined;
  readonly class?: string;
  readonly children: ComponentChildren;
};

export function Form({ action, csrf, next, class: classes, children }: FormProps): JSX.Element {
  return (
    <form method="post" action={action} class={classes}>
      <input type="hidden" name="csrf" value={csrf} />
      {next === undefined ? null : <input type="hidden" name="next" value={next} />}
      {children}
    </form>
  );
}

type InputProps = {
  readonly name: string;
  /** Where one name stands on a page twice. */
  readonly id?: string;
  readonly label: string;
  readonly type?: "text" | "address" | "password";
  readonly autocomplete: "off" | "name" | "organization" | "username" | "email" | "current-password" | "new-password";
  readonly value?: string;
  readonly hint?: ComponentChildren;
  readonly problem?: string | null;
  readonly maxLength?: number;
  readonly readOnly?: boolean;
  /** Of the first field of a page that is nothing but a form. */
  readonly autofocus?: boolean;
};

export function Input({
  name,
  id = name,
  label,
  type = "text",
  hint,
  problem = null,
  ...rest
}: InputProps): JSX.Element {
  const attributes = {
    ...rest,
    ...described(id, { hasHint: hint !== undefined, problem }),
    name,
    class: `input w-full ${problem === null ? "" : "input-error"}`,
    required: true,
  };
  return (
    <Field label={label} name={id} hint={hint} problem={problem}>
      {type === "password" ? (
        <input {...attributes} type="password" />
      ) : type === "address" ? (
        <input {...attributes} type="text" inputMode="email" autocapitalize="none" spellcheck={false} />
      ) : (
        <input {...attributes} type="text" />
      )}
    </Field>
  );
}

/** Whose password it is, for what remembers passwords; nobody sees it, and nobody reads what comes of it. */
export const WhosePassword = ({ email }: { email: string }): JSX.Element => (
  <input type="text" name="username" autocomplete="username" value={email} class="hidden" readOnly />
);

/** Of six digits, in large; where recovery codes are taken too, of any letters, and as high as the fields beside it. */
export function CodeInput({
  label,
  problem,
  hasLetters = false,
  name = "code",
  id = name,
  autofocus = false,
}: {
  label: string;
  problem: string | null;
  hasLetters?: boolean;
  name?: "code" | "proof_code";
  /** Where one name stands on a page twice. */
  id?: string;
  autofocus?: boolean;
}): JSX.Element {
  const look = hasLetters ? "tracking-wider" : "h-14 text-center text-2xl tracking-[0.4em]";
  return (
    <Field label={label} name={id} problem={problem}>
      <input
        autofocus={autofocus}
        {...described(id, { problem })}
        name={name}
        type="text"
        class={`input w-full font-semibold tabular-nums ${look} ${problem === null ? "" : "input-error"}`}
        inputMode={hasLetters ? "text" : "numeric"}
        autocomplete="one-time-code"
        required
      />
    </Field>
  );
}

/**
 * A script shows the button, for nothing else reaches a passkey.
 *
 * @param given.into the hidden field that takes the answer.
 */
export const UsePasskey = ({ ask, into }: { ask: PasskeyOptions; into: "passkey" | "proof_passkey" }): JSX.Element => (
  <div class="mb-4">
    <input type="hidden" name={into} value="" />
    <button type="button" class="btn w-full" data-get={ask} data-into={into} hidden>
      <Icon name="shield-check" class="size-4.5" /> {useWords(sharedWords).usePasskey}
    </button>
    <PasskeyProblem />
  </div>
);

/** Filled in by the script, with one of its two sentences. */
export function PasskeyProblem(): JSX.Element {
  const { passkeyKnown, passkeyNone } = useWords(sharedWords);
  return (
    <p
      class="mt-2 text-sm text-error"
      role="alert"
      data-passkey-problem
      data-known={passkeyKnown}
      data-none={passkeyNone}
      hidden
    ></p>
  );
}

export const Submit = ({ children }: { children: ComponentChildren }): JSX.Element => (
  <button type="submit" class="btn btn-primary mt-1 w-full">
    {children}
  </button>
);

/** The address that one signs in with. */
export const EmailInput = ({
  typed,
  problems,
  fixed = null,
  autofocus = false,
}: {
  typed: FormFields;
  problems: Problems;
  /** The address that it has to be. */
  fixed?: string | null;
  autofocus?: boolean;
}): JSX.Element => (
  <Input
    name="email"
    label={useWords(sharedWords).email}
    type="address"
    autocomplete="username"
    readOnly={fixed !== null}
    autofocus={autofocus}
    value={fixed ?? typed["email"] ?? ""}
    problem={sentenceAbout(problems, "email", useLocale())}
  />
);

/** A new password in place of the old one. */
export const NewPasswordInput = ({ problems }: { problems: Problems }): JSX.Element => (
  <Input
    name="new_password"
    label={useWords(sharedWords).newPassword}
    type="password"
    autocomplete="new-password"
    maxLength={maxLengthFor(PASSWORD_MAX)}
    hint={useWords(sharedWords).passwordHint({ least: PASSWORD_MIN })}
    problem={sentenceAbout(problems, "new_password", useLocale())}
  />
);
