/** A code was sent by mail: the page that takes it, with what else there is to fill in. */
import type { JSX } from "preact";
import type { SellerStep } from "../../../identity/seller-codes.js";
import { SandboxMail } from "../../kit/sandbox-mail.js";
import { Say } from "../../kit/say.js";
import { FieldProblem } from "../../kit/ui.js";
import { CodeInput, Form } from "./fields.js";
import { type EntryProps, Lead, PlainPage, QuietButton } from "./parts.js";
import { sentenceAbout, sharedWords } from "./words.js";

export type StepProps = Omit<EntryProps, "typed"> & { readonly step: ShownStep };

/** @param sandboxCode what the mail brings, in the sandbox, where everyone can read the mailbox. */
export type ShownStep = SellerStep & { readonly sandboxCode: string | null };

export function CodePage({
  visit,
  next,
  problems,
  step,
  title,
  path,
  children,
}: StepProps & { title: string; path: string; children: JSX.Element | JSX.Element[] }): JSX.Element {
  const words = sharedWords(visit.locale);
  const isSpent = step.triesLeft === 0;
  const problem = isSpent
    ? sentenceAbout({ code: "code_spent" }, "code", visit.locale)
    : sentenceAbout(problems, "code", visit.locale);
  return (
    <PlainPage visit={visit} title={title}>
      <Lead>
        <Say
          text={words.codeSent}
          email={<bdi class="font-medium text-base-content [overflow-wrap:anywhere]">{step.email}</bdi>}
        />
      </Lead>
      {visit.site.isSandbox && !isSpent ? (
        <div class="mb-4">
          <SandboxMail locale={visit.locale} email={step.email} code={step.sandboxCode} />
        </div>
      ) : null}
      {isSpent ? (
        <FieldProblem role="alert">{problem}</FieldProblem>
      ) : (
        <Form action={`${path}/code`} csrf={visit.csrf} next={next}>
          <CodeInput
            label={step.kind === "sign_up" ? words.sixDigits : words.codeFromEmail}
            problem={problem}
            hasLetters={step.kind === "reset"}
            autofocus
          />
          {children}
        </Form>
      )}
      {isSpent ? null : <p class="muted mt-4 text-sm">{words.nothingArrived}</p>}
      <div class="mt-1 flex flex-wrap justify-between gap-x-4">
        <QuietButton action={`${path}/again`} csrf={visit.csrf} next={next}>
          {words.newCode}
        </QuietButton>
        <QuietButton action={`${path}/other`} csrf={visit.csrf} next={next}>
          {words.otherAddress}
        </QuietButton>
      </div>
    </PlainPage>
  );
}
