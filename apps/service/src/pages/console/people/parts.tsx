/** What the pages of people are made of: the quiet page of one panel, fields, and forms of one button that read as links. */
import type { ComponentChildren, JSX } from "preact";
import { PASSWORD_MAX } from "../../../identity/passwords.js";
import type { Problems } from "../../../identity/seller-outcome.js";
import { Document, Header, ModeMark } from "../../kit/document.js";
import type { FormFields } from "../../kit/page-context.js";
import type { PersonContext, VisitContext } from "../../kit/person-context.js";
import { Person } from "../../kit/shell.js";
import { described, Field, Notice } from "../../kit/ui.js";
import { PASSWORD_HINT, sentenceAbout } from "./words.js";

/** A page of one panel, for who is not in the console yet. */
export function PlainPage({
  visit: { site },
  title,
  children,
  below,
}: {
  visit: Pick<VisitContext, "site">;
  title: string;
  children: ComponentChildren;
  /** Under the panel. */
  below?: ComponentChildren;
}): JSX.Element {
  return (
    <Document site={site} title={`${title} – Holdfast`} description="The Holdfast console for sellers.">
      <Header>
        <ModeMark site={site} live="Seller console" />
      </Header>
      <main id="main" class="mx-auto max-w-md px-4 py-8 sm:py-14">
        <section class="panel p-5 sm:p-6" aria-labelledby="title">
          <h1 id="title" class="text-2xl font-semibold tracking-tight text-balance">
            {title}
          </h1>
          {children}
        </section>
        {below === undefined ? null : <div class="muted mt-5 text-center text-sm leading-relaxed">{below}</div>}
      </main>
    </Document>
  );
}

export const Lead = ({ children }: { children: ComponentChildren }): JSX.Element => (
  <p class="muted mt-1.5 mb-5 text-sm leading-relaxed">{children}</p>
);

type FormProps = {
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
  readonly type?: "text" | "email" | "password";
  readonly autocomplete: "name" | "organization" | "username" | "email" | "current-password" | "new-password";
  readonly value?: string;
  readonly hint?: ComponentChildren;
  readonly problem?: string | null;
  readonly maxLength?: number;
  readonly readOnly?: boolean;
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
    ...described(id, { hasHint: hint !== undefined, problem }),
    ...rest,
    name,
    class: `input w-full ${problem === null ? "" : "input-error"}`,
    required: true,
  };
  return (
    <Field label={label} name={id} hint={hint} problem={problem}>
      {type === "password" ? (
        <input {...attributes} type="password" />
      ) : type === "email" ? (
        <input {...attributes} type="email" />
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

/** Of six digits; where recovery codes are taken too, of any letters. */
export function CodeInput({
  label,
  problem,
  takesRecovery = false,
}: {
  label: string;
  problem: string | null;
  takesRecovery?: boolean;
}): JSX.Element {
  const look = takesRecovery ? "text-xl tracking-wider" : "text-2xl tracking-[0.4em]";
  return (
    <Field label={label} name="code" problem={problem}>
      <input
        {...described("code", { problem })}
        type="text"
        class={`input h-14 w-full text-center font-semibold tabular-nums ${look} ${problem === null ? "" : "input-error"}`}
        inputMode={takesRecovery ? "text" : "numeric"}
        autocomplete="one-time-code"
        maxLength={takesRecovery ? 20 : 7}
        required
      />
    </Field>
  );
}

export const Submit = ({ children }: { children: ComponentChildren }): JSX.Element => (
  <button type="submit" class="btn btn-primary mt-1 w-full">
    {children}
  </button>
);

/** A button that reads as a link. High enough for a thumb. */
const QUIET =
  "link link-primary inline-flex min-h-11 cursor-pointer items-center text-sm font-medium underline-offset-4";

export const QuietLink = ({ href, children }: { href: string; children: ComponentChildren }): JSX.Element => (
  <a class={QUIET} href={href}>
    {children}
  </a>
);

export const QuietButton = ({ children, ...form }: FormProps): JSX.Element => (
  <Form {...form}>
    <button type="submit" class={QUIET}>
      {children}
    </button>
  </Form>
);

/** Nobody's real mailbox is needed to try things out. */
export const SandboxMail = ({ visit }: { visit: Pick<VisitContext, "site"> }): JSX.Element | null =>
  visit.site.isSandbox ? (
    <p class="mb-4 text-sm">
      <a
        class="link link-primary font-medium underline-offset-4"
        href="/sandbox/mailbox"
        target="_blank"
        rel="noopener"
      >
        Sandbox: read the mail in its mailbox
      </a>
    </p>
  ) : null;

/** An address with what is asked for it: where one goes on to. */
export const withNext = (path: string, next: string | undefined): string =>
  next === undefined ? path : `${path}?${new URLSearchParams({ next })}`;

/** What pages take that one may come by before something else. */
export type EntryProps = {
  readonly visit: VisitContext;
  /** As it was asked for; undefined where nothing was. */
  readonly next: string | undefined;
  readonly problems: Problems;
  readonly typed: FormFields;
};

/** A step that was to follow is not there any more: this is its beginning. */
export function Ended({ problems }: { problems: Problems }): JSX.Element | null {
  const sentence = sentenceAbout(problems, "code");
  return sentence === null ? null : <Notice tone="bad">{sentence}</Notice>;
}

/** Below the panel: who is signed in. */
export const Whose = ({ person }: { person: PersonContext }): JSX.Element => (
  <div class="px-5 text-start sm:px-6">
    <Person context={person} />
  </div>
);

/** The address that one signs in with. */
export const EmailInput = ({
  typed,
  problems,
  fixed = null,
}: Pick<EntryProps, "typed" | "problems"> & {
  /** The address that it has to be. */
  fixed?: string | null;
}): JSX.Element => (
  <Input
    name="email"
    label="E-mail address"
    type="email"
    autocomplete="username"
    maxLength={254}
    readOnly={fixed !== null}
    value={fixed ?? typed["email"] ?? ""}
    problem={sentenceAbout(problems, "email")}
  />
);

/** A new password in place of the old one. */
export const NewPasswordInput = ({ problems }: Pick<EntryProps, "problems">): JSX.Element => (
  <Input
    name="new_password"
    label="New password"
    type="password"
    autocomplete="new-password"
    maxLength={PASSWORD_MAX}
    hint={PASSWORD_HINT}
    problem={sentenceAbout(problems, "new_password")}
  />
);
