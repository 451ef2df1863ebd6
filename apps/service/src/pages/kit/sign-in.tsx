/**
 * Signing in, as a panel within any page: the address first, then the code. Which of them, and what went wrong before, the
 * page's context knows; so it works without a script, and a reload shows the same.
 */
import type { ComponentChildren, JSX } from "preact";
import type { Pending } from "../../identity/buyers.js";
import type { Locale } from "../../words/locale.js";
import { waitText } from "../../words/wait.js";
import { Icon } from "./icons.js";
import type { PageContext } from "./page-context.js";
import { SandboxMail } from "./sandbox-mail.js";
import { Say } from "./say.js";
import type { Notice } from "./sign-in-notice.js";
import { signInWords } from "./words.js";

type Props = {
  readonly context: PageContext;
  /** Where to go on when it is done: a path of ours, mostly `context.url`. */
  readonly next: string;
  /** An address to begin with, such as the one that the shop knows. It signs nobody in. */
  readonly prefill?: string;
  /** Its place among the headings of the page. */
  readonly heading?: "h1" | "h2";
  /** What it is headed with before an address is given, where there is more to say than "Sign in". */
  readonly title?: string;
};

/**
 * Where actions lead: to the field that comes next, wherever the panel stands on the page. Browsers focus what an address names,
 * and leave `autofocus` alone then.
 */
export const EMAIL_FIELD = "sign-in-email";
export const CODE_FIELD = "sign-in-code";

export function SignIn({ context, next, prefill = "", heading = "h2", title }: Props): JSX.Element {
  const { pending, notice } = context.signIn;
  const step: Step = { context, next, heading };
  return (
    <section class="panel p-5 sm:p-6" aria-labelledby="sign-in-title">
      {pending === null ? (
        <AddressStep {...step} notice={notice} prefill={prefill} title={title} />
      ) : (
        <CodeStep {...step} notice={notice} pending={pending} />
      )}
    </section>
  );
}

type Step = { readonly context: PageContext; readonly next: string; readonly heading: "h1" | "h2" };

function AddressStep({
  context,
  next,
  heading,
  notice,
  prefill,
  title,
}: Step & { notice: Notice | null; prefill: string; title: string | undefined }): JSX.Element {
  const words = signInWords(context.locale);
  const problem = notice === null ? null : describe(notice, context.locale, 0);
  return (
    <>
      <Title heading={heading}>{title ?? words.title}</Title>
      <p class="muted mt-1.5 text-sm leading-relaxed">{words.intro}</p>
      <StepForm action="/sign-in" context={context} next={next} class="mt-4">
        <Field id={EMAIL_FIELD} label={words.email} problem={problem}>
          <input
            {...describedBy(problem)}
            id={EMAIL_FIELD}
            class={inputClass(problem)}
            name="email"
            type="text"
            inputMode="email"
            autocapitalize="none"
            spellcheck={false}
            dir="ltr"
            autocomplete="email"
            required
            value={notice?.typed || prefill}
          />
        </Field>
        <button type="submit" class="btn btn-primary mt-4 w-full">
          {words.send}
        </button>
      </StepForm>
    </>
  );
}

function CodeStep({
  context,
  next,
  heading,
  notice,
  pending,
}: Step & { notice: Notice | null; pending: Pending }): JSX.Element {
  const words = signInWords(context.locale);
  const isSpent = pending.triesLeft === 0;
  const shown = isSpent && notice?.problem !== "too_many_codes" ? SPENT : notice;
  const problem = shown === null ? null : describe(shown, context.locale, pending.triesLeft);
  return (
    <>
      <Title heading={heading}>{words.codeTitle}</Title>
      <p class="muted mt-1.5 text-sm leading-relaxed">
        <Say
          text={words.codeSent}
          email={<bdi class="font-medium text-base-content [overflow-wrap:anywhere]">{pending.email}</bdi>}
        />{" "}
        {isSpent ? null : context.frame === null ? words.codeHolds : words.codeHoldsHere}
      </p>
      {context.site.isSandbox && !isSpent ? (
        <SandboxMail locale={context.locale} email={pending.email} code={context.signIn.sandboxCode ?? null} />
      ) : null}
      {isSpent ? (
        <Problem text={problem ?? ""} />
      ) : (
        <StepForm action="/sign-in/code" context={context} next={next} class="mt-5">
          <Field id={CODE_FIELD} label={words.code} problem={problem}>
            <input
              {...describedBy(problem)}
              id={CODE_FIELD}
              class={`${inputClass(problem)} h-14 text-center text-2xl font-semibold tracking-[0.4em] tabular-nums`}
              name="code"
              type="text"
              dir="ltr"
              inputMode="numeric"
              autocomplete="one-time-code"
              data-digits={CODE_DIGITS}
              required
            />
          </Field>
          <button type="submit" class="btn btn-primary mt-4 w-full">
            {words.enter}
          </button>
        </StepForm>
      )}
      {isSpent ? null : <p class="muted mt-4 text-sm">{words.nothingArrived}</p>}
      <div class="mt-1 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <StepForm action="/sign-in/again" context={context} next={next} class={isSpent ? "w-full" : ""}>
          <button type="submit" class={isSpent ? "btn btn-primary w-full" : QUIET}>
            {words.again}
          </button>
        </StepForm>
        <StepForm action="/sign-in/other" context={context} next={next}>
          <button type="submit" class={QUIET}>
            {words.other}
          </button>
        </StepForm>
      </div>
    </>
  );
}

/** After as many the script sends the form. */
const CODE_DIGITS = 6;

const SPENT: Notice = { problem: "code_spent", typed: "" };

/** A button that reads as a link. High enough for a thumb. */
const QUIET = "link link-primary min-h-10 cursor-pointer text-sm font-medium underline-offset-4";

function describe({ problem, waitSeconds = 0 }: Notice, locale: Locale, triesLeft: number): string {
  const words = signInWords(locale);
  if (problem === "too_many_codes") return words.problem_too_many_codes({ wait: waitText(waitSeconds, locale) });
  // The code that was tried is gone meanwhile.
  if (problem === "code_wrong" && triesLeft === 0) return words.problem_code_expired;
  return problem === "code_wrong" ? words.problem_code_wrong({ tries: triesLeft }) : words[`problem_${problem}`];
}

function Title({ heading: Heading, children }: { heading: "h1" | "h2"; children: ComponentChildren }): JSX.Element {
  return (
    <Heading id="sign-in-title" class={`font-semibold tracking-tight ${Heading === "h1" ? "text-2xl" : "text-lg"}`}>
      {children}
    </Heading>
  );
}

function Field({
  id,
  label,
  problem,
  children,
}: {
  id: string;
  label: string;
  problem: string | null;
  children: ComponentChildren;
}): JSX.Element {
  return (
    <>
      <label class="text-sm font-medium" for={id}>
        {label}
      </label>
      {children}
      {problem === null ? null : <Problem text={problem} />}
    </>
  );
}

const inputClass = (problem: string | null): string =>
  `input mt-1.5 w-full scroll-mt-96 ${problem === null ? "" : "input-error"}`;

const describedBy = (problem: string | null) =>
  problem === null ? {} : ({ "aria-invalid": "true", "aria-describedby": PROBLEM_ID } as const);

const PROBLEM_ID = "sign-in-problem";

const Problem = ({ text }: { text: string }): JSX.Element => (
  <p id={PROBLEM_ID} role="alert" class="mt-2 flex gap-1.5 text-sm font-medium text-error">
    <Icon name="circle-alert" class="mt-0.5 size-4" />
    <span class="min-w-0">{text}</span>
  </p>
);

type FormProps = {
  readonly action: string;
  readonly context: Pick<PageContext, "csrf" | "url" | "frame">;
  readonly next: string;
  readonly class?: string;
  readonly children: ComponentChildren;
};

/** Leads to `next` once somebody is signed in, and until then back to the page that it stands on. */
const StepForm = ({ children, ...form }: FormProps): JSX.Element => (
  <PostForm {...form}>
    <input type="hidden" name="back" value={form.context.url} />
    {children}
  </PostForm>
);

/** A form that a page of ours posts: its token, and where it leads back to. */
function PostForm({ action, context, next, class: classes, children }: FormProps): JSX.Element {
  return (
    <form method="post" action={`${context.frame?.root ?? ""}${action}`} class={classes}>
      <input type="hidden" name="csrf" value={context.csrf} />
      <input type="hidden" name="next" value={next} />
      {children}
    </form>
  );
}

/** Who is signed in, and the way out. Nothing while nobody is. */
export function SignedInAs({ context, next }: { context: PageContext; next: string }): JSX.Element | null {
  if (context.buyer === null) return null;
  const words = signInWords(context.locale);
  return (
    <div class="flex flex-wrap items-baseline gap-x-2 text-sm">
      <p class="muted min-w-0">
        {words.signedInAs}{" "}
        <bdi class="font-medium text-base-content [overflow-wrap:anywhere]">{context.buyer.email}</bdi>
      </p>
      <PostForm action="/sign-out" context={context} next={next}>
        <button type="submit" class={QUIET}>
          {words.signOut}
        </button>
      </PostForm>
    </div>
  );
}
