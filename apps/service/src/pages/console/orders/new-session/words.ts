import { LIMITS } from "@holdfast/contract";

const AMOUNT = "Enter an amount of at least 0.01, such as 249.90.";
const TITLE = `1 to ${LIMITS.titleLength} characters.`;

/** What a field takes, said to people who typed something else. @param told the API's sentence. */
export function sentenceFor(field: string, told: string): string {
  if (field === "amount" || field.endsWith("_amount")) return AMOUNT;
  if (field === "title" || field.endsWith("_title")) return TITLE;
  if (field === "reference") return `Use at most ${LIMITS.externalReferenceLength} characters.`;
  if (field === "email") return "Enter an email address, such as ada@example.com, or leave it empty.";
  if (field === "expires_in") return "Choose one of these.";
  return told;
}
