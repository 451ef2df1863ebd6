import { CommandRefused } from "@holdfast/service/admin";

/**
 * The value of --api-key. Whether it is a key is for the API to say, as long as a header can hold it.
 * @throws CommandRefused
 */
export function keyIn(text: string): string {
  if (/^[\x21-\x7e]{1,255}$/.test(text)) return text;
  throw new CommandRefused("--api-key takes an API key: hf_ and letters and digits.");
}
