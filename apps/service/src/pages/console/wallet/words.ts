/** What the pages of the wallet say, in every language. */
import { type Destination, masked } from "../../../domain/payouts.js";
import { area, type Locale } from "../../../words/locale.js";
import { destinationWords } from "../../payees/words.js";

const section = area("console-wallet");

export const walletWords = section("wallet");
export const refusalWords = section("refusals");
export const payoutWords = section("payouts");
export const connectedWords = section("connected");
export const statementWords = section("statement");
export const paperWords = section("paper");
export const saidWords = section("said");

export const destinationKind = ({ kind }: Pick<Destination, "kind">, locale: Locale): string =>
  destinationWords(locale)[kind];

/** "First Bank •••• 4321": enough to know it again, and no more. */
export const destinationLabel = (to: Destination, locale: Locale): string =>
  `${to.kind === "bank" ? to.bank : destinationKind(to, locale)} ${masked(to.number)}`;
