/** The fields by which an account at a bank is named, as its payer wants it. */
import type { ComponentChildren, JSX } from "preact";
import type { DestinationProblems, TypedDestination } from "../../domain/destinations.js";
import { ACCOUNT_TYPES, type PayeeDetail, type PayeeForm } from "../../domain/payees.js";
import type { Locale } from "../../words/locale.js";
import { useWords } from "../kit/language.js";
import { described, Field } from "../kit/ui.js";
import { destinationWords } from "./words.js";

type Props = {
  readonly form: PayeeForm;
  readonly typed: Pick<TypedDestination, "name" | "bank" | "number" | "details">;
  readonly problems: DestinationProblems;
  readonly locale: Locale;
};

export function AccountFields({ form, typed, problems, locale }: Props): JSX.Element {
  const words = destinationWords(locale);
  return (
    <>
      <TextField
        label={words.holder}
        name="name"
        value={typed.name}
        problem={problems.name === undefined ? null : words[`name_${problems.name}`]}
        autocomplete="name"
      />
      <TextField
        label={words.bankName}
        name="bank"
        value={typed.bank}
        problem={problems.bank === undefined ? null : words[`bank_${problems.bank}`]}
      />
      {form.details.map((detail) => (
        <DetailField
          detail={detail}
          value={typed.details[detail.id] ?? ""}
          problem={problems.details?.[detail.id] === undefined ? null : detailProblem(detail, words)}
        />
      ))}
      <TextField
        label={words[NUMBER_LABELS[form.number]]}
        name="number"
        value={typed.number}
        hint={words.accountNumberHint}
        problem={numberProblem(problems, words)}
      />
    </>
  );
}

const NUMBER_LABELS = { any: "accountNumber", iban: "ibanNumber", us: "usNumber" } as const;

type DestinationWords = ReturnType<typeof destinationWords>;

const detailProblem = (detail: PayeeDetail, words: DestinationWords): string => {
  if (detail.kind !== "text") return words[`detail_${detail.kind}_bad`];
  const bounds = { least: String(detail.least), most: String(detail.most) };
  return detail.isDigits ? words.detail_digits_bad(bounds) : words.detail_text_bad(bounds);
};

function DetailField({
  detail,
  value,
  problem,
}: {
  detail: PayeeDetail;
  value: string;
  problem: string | null;
}): JSX.Element {
  const words = useWords(destinationWords);
  const name = `detail_${detail.id}`;
  if (detail.kind !== "account_type")
    return (
      <TextField
        label={detail.kind === "text" ? (detail.label ?? detail.id) : words[`detail_${detail.kind}`]}
        name={name}
        value={value}
        problem={problem}
      />
    );
  return (
    <Field label={words.detail_account_type} name={name} problem={problem}>
      <select class="field h-11 w-full py-0" required {...described(name, { problem })}>
        {value === "" ? <option value="">{words.choose}</option> : null}
        {ACCOUNT_TYPES.map((one) => (
          <option value={one} selected={one === value}>
            {words[`account_type_${one}`]}
          </option>
        ))}
      </select>
    </Field>
  );
}

export const numberProblem = ({ number }: DestinationProblems, words: DestinationWords): string | null =>
  number === undefined || number === "unsure" ? null : words[`number_${number}`];

export function TextField({
  label,
  name,
  value,
  hint,
  problem,
  inputMode = "text",
  autocomplete = "off",
}: {
  label: string;
  name: string;
  value: string;
  hint?: ComponentChildren;
  problem: string | null;
  inputMode?: "text" | "tel";
  autocomplete?: string;
}): JSX.Element {
  return (
    <Field label={label} name={name} problem={problem} {...(hint === undefined ? {} : { hint })}>
      <input
        {...described(name, { hasHint: hint !== undefined, problem })}
        class="input w-full"
        inputMode={inputMode}
        required
        autocomplete={autocomplete}
        value={value}
      />
    </Field>
  );
}
