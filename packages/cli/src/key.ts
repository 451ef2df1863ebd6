/** Keys and secrets of the command line. None of them is repeated in what is said of it. */
import { CommandRefused } from "@holdfast/service/admin";
import { CommanderError } from "commander";

/**
 * The value of --api-key. Whether it is a key is for the API to say, as long as a header can hold it.
 * @throws CommandRefused
 */
export function keyIn(text: string): string {
  if (/^[\x21-\x7e]{1,255}$/.test(text)) return text;
  throw new CommandRefused("--api-key takes an API key: hf_ and letters and digits.");
}

/**
 * A signing secret, without the blanks and line breaks that files and consoles put around it.
 * @throws CommanderError, as an argument that is refused by its parser would be quoted.
 */
export function secretIn(text: string): string {
  const secret = text.trim();
  if (/^whsec_[\x21-\x7e]{1,255}$/.test(secret)) return secret;
  throw new CommanderError(2, "holdfast.secret", "the signing secret is not one. It starts with whsec_.");
}
