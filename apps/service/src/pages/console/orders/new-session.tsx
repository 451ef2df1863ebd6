/** A payment link made by hand: the form, and what its fields say to the API's own creation. */
import { type BodyOf, LIMITS } from "@holdfast/contract";
import type { JSX } from "preact";
import { formatMoney } from "../../../domain/money.js";
import { readAmount } from "../../../words/amount.js";
import type { FormFields } from "../../kit/page-context.js";
import { described, Field, Notice, PageHead } from "../../kit/ui.js";
import type { ConsoleContext } from "../context.js";
import { Frame } from "../frame.js";
import { sessionsUrl } from "../links.js";

type Row = { readonly title: string; readonly amount: string };

/** The form as it was typed. */
export type TypedSession = {
  /** Names this form: sent twice, as by a double click, it makes one session. */
  readonly form: string;
  readonly title: string;
  readonly amount: string;
  readonly description: string;
  readonly reference: string;
  readonly email: string;
  readonly expiresIn: string;
  readonly milestones: readonly Row[];
};

const ROWS_AT_FIRST = 2;
const ROWS_MORE = 3;

export const emptySession = (form: string): TypedSession => ({
  form,
  title: "",
  amount: "",
  description: "",
  reference: "",
  email: "",
  expiresIn: String(LIMITS.expiresInSecondsDefault),
  milestones: Array.from({ length: ROWS_AT_FIRST }, () => ({ title: "", amount: "" })),
});

const EXPIRIES = [
  [3_600, "1 hour"],
  [86_400, "1 day"],
  [259_200, "3 days"],
  [604_800, "7 days"],
] as const;

const line = (text = ""): string => text.trim();
/** Browsers send the ends of lines as two characters. */
const paragraphs = (text = ""): string => text.replaceAll("\r\n", "\n").trim();

export function readTypedSession(fields: FormFields): TypedSession {
  const rows = Array.from({ length: LIMITS.milestones }, (_, at) => ({
    title: line(fields[`milestone_${at}_title`]),
    amount: line(fields[`milestone_${at}_amount`]),
  }));
  const shown = Math.min(LIMITS.milestones, Math.max(ROWS_AT_FIRST, Number.parseInt(fields["rows"] ?? "", 10) || 0));
  const filled = rows.findLastIndex(({ title, amount }) => title !== "" || amount !== "") + 1;
  return {
    form: (fields["form"] ?? "").slice(0, 64),
    title: line(fields["title"]),
    amount: line(fields["amount"]),
    description: paragraphs(fields["description"]),
    reference: line(fields["reference"]),
    email: line(fields["email"]),
    expiresIn: fields["expires_in"] ?? "",
    milestones: rows.slice(0, Math.max(shown, filled)),
  };
}

export const withMoreRows = (typed: TypedSession): TypedSession => ({
  ...typed,
  milestones: [...typed.milestones, ...Array.from({ length: ROWS_MORE }, () => ({ title: "", amount: "" }))].slice(
    0,
    LIMITS.milestones,
  ),
});

const isFilled = ({ title, amount }: Row): boolean => title !== "" || amount !== "";

/** The body of the API's creation; not checked. Amounts as people type them become the contract's. */
export function bodyOf(typed: TypedSession): Partial<BodyOf<"createSession">> {
  const money = (text: string): string => {
    const amount = readAmount(text);
    return amount === null ? text : formatMoney(amount);
  };
  const rows = typed.milestones.filter(isFilled);
  return {
    title: typed.title,
    amount: money(typed.amount),
    ...(typed.description === "" ? {} : { description: typed.description }),
    ...(typed.reference === "" ? {} : { external_reference: typed.reference }),
    ...(typed.email === "" ? {} : { customer_email: typed.email }),
    ...(rows.length === 0 ? {} : { milestones: rows.map(({ title, amount }) => ({ title, amount: money(amount) })) }),
    expires_in: Number(typed.expiresIn),
  };
}

/** Where the body's fields are in the form; of rows that were left empty the body knows nothing. */
export function fieldOf(path: string, typed: TypedSession): string {
  const [first = "", index, part] = path.split(".");
  if (first === "milestones" && index !== undefined) {
    const places = typed.milestones.flatMap((row, at) => (isFilled(row) ? [at] : []));
    return `milestone_${places[Number(index)] ?? 0}_${part === "amount" ? "amount" : "title"}`;
  }
  return { external_reference: "reference", customer_email: "email" }[first] ?? first;
}

const AMOUNT = "An amount of at least 0.01, such as 249.90.";
const TITLE = `1 to ${LIMITS.titleLength} characters.`;

/** What a field takes, for who typed something else. @param told the API's sentence. */
export function sentenceFor(field: string, told: string): string {
  if (field === "amount" || field.endsWith("_amount")) return AMOUNT;
  if (field === "title" || field.endsWith("_title")) return TITLE;
  if (field === "reference") return `At most ${LIMITS.externalReferenceLength} characters.`;
  if (field === "email") return "An e-mail address, such as ada@example.com, or nothing.";
  if (field === "expires_in") return "One of these.";
  return told;
}

type Props = {
  readonly context: ConsoleContext;
  readonly typed: TypedSession;
  /** By field of the form. */
  readonly problems: Readonly<Record<string, string>>;
};

export function NewSessionPage({ context, typed, problems }: Props): JSX.Element {
  const hasProblems = Object.keys(problems).length > 0;
  return (
    <Frame context={context} title="New payment link" entry="/sessions">
      <PageHead
        title="New payment link"
        up={{ href: sessionsUrl(context), label: "Sessions" }}
        lead="An order to be paid through escrow. You get a link to send to your customer; the price behind it never changes."
      />
      {hasProblems ? <Notice tone="bad">Nothing was made yet: some fields need another look.</Notice> : null}
      <form method="post" action={`${sessionsUrl(context)}/new`} class="panel max-w-2xl p-4 sm:p-5">
        <input type="hidden" name="csrf" value={context.csrf} />
        <input type="hidden" name="form" value={typed.form} />
        <input type="hidden" name="rows" value={typed.milestones.length} />
        <Text name="title" label="What is sold" value={typed.title} problem={problems["title"]} required />
        <Text
          name="amount"
          label="Amount in US dollars"
          hint="Fees come on top and are shown on the link's page before anybody pays."
          value={typed.amount}
          problem={problems["amount"]}
          inputMode="decimal"
          required
        />
        <Field label="Description, if any" name="description" problem={problems["description"]}>
          <textarea class="field" rows={3} {...described("description", { problem: problems["description"] })}>
            {typed.description}
          </textarea>
        </Field>
        <Text name="reference" label="Your order id, if any" value={typed.reference} problem={problems["reference"]} />
        <Text
          name="email"
          label="Customer's mail, if you know it"
          hint="Fills in their sign-in form. Nothing is sent to it."
          value={typed.email}
          problem={problems["email"]}
          inputMode="email"
        />
        <Expiry typed={typed} problem={problems["expires_in"]} />
        <Milestones typed={typed} problems={problems} />
        {/* The button that the enter key presses goes first. */}
        <div class="mt-5 flex flex-wrap gap-2">
          <button type="submit" class="btn btn-primary">
            Make the link
          </button>
          {typed.milestones.length < LIMITS.milestones ? (
            <button type="submit" name="more" value="1" class="btn" formNoValidate>
              More milestones
            </button>
          ) : null}
        </div>
      </form>
    </Frame>
  );
}

function Text({
  name,
  label,
  value,
  hint,
  problem,
  inputMode = "text",
  required = false,
}: {
  name: string;
  label: string;
  value: string;
  hint?: string;
  problem: string | undefined;
  inputMode?: "decimal" | "email" | "text";
  required?: boolean;
}): JSX.Element {
  return (
    <Field label={label} name={name} problem={problem} {...(hint === undefined ? {} : { hint })}>
      <input
        class="input w-full"
        value={value}
        autocomplete="off"
        type="text"
        inputMode={inputMode}
        required={required}
        {...described(name, { hasHint: hint !== undefined, problem })}
      />
    </Field>
  );
}

const Expiry = ({ typed, problem }: { typed: TypedSession; problem: string | undefined }): JSX.Element => (
  <Field label="The link works for" name="expires_in" problem={problem}>
    <select class="field h-11 py-0 text-sm" {...described("expires_in", { problem })}>
      {EXPIRIES.map(([seconds, text]) => (
        <option value={seconds} selected={typed.expiresIn === String(seconds)}>
          {text}
        </option>
      ))}
    </select>
  </Field>
);

function Milestones({ typed, problems }: Omit<Props, "context">): JSX.Element {
  const isOpen = typed.milestones.some(isFilled) || typed.milestones.length > ROWS_AT_FIRST;
  const sum = problems["milestones"];
  return (
    <details class="group border-t border-base-300 pt-4" open={isOpen}>
      <summary class="cursor-pointer font-medium">Split it into milestones</summary>
      <p class="muted mt-1 mb-3 text-sm">Each is delivered and paid out by itself. Together they make the amount.</p>
      {sum === undefined ? null : (
        <p class="mb-3 text-sm text-error" role="alert">
          {sum}
        </p>
      )}
      {typed.milestones.map((row, at) => (
        <fieldset class="grid grid-cols-[minmax(0,1fr)_8rem] gap-x-3">
          <legend class="sr-only">Milestone {at + 1}</legend>
          <Text
            name={`milestone_${at}_title`}
            label={`Milestone ${at + 1}`}
            value={row.title}
            problem={problems[`milestone_${at}_title`]}
          />
          <Text
            name={`milestone_${at}_amount`}
            label="Amount"
            value={row.amount}
            problem={problems[`milestone_${at}_amount`]}
            inputMode="decimal"
          />
        </fieldset>
      ))}
    </details>
  );
}
