/** The words of accounts that money is paid to, in every language of the console. */
import type { PayeeForm } from "../../domain/payees.js";
import { area, type Locale } from "../../words/locale.js";

export const destinationWords = area("console-wallet")("destinations");

/** What a form of accounts at banks is called: by its bank where the operator's own asks for more. */
export const formLabel = ({ id, label }: PayeeForm, locale: Locale): string => {
  const words = destinationWords(locale);
  return label ?? (id === "us" ? words.form_us : id === "bank" ? words.bank : words.form_iban);
};
