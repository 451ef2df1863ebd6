/** One try of a seller's password, counted before it is looked at. */
import { type PasswordRow, takePasswordTry } from "../store/identity/sellers.js";
import { givePlaceBack } from "../store/identity/windows.js";
import { isPassword } from "./passwords.js";
import { passwordAskerOf } from "./seller-known.js";
import type { SellerAsking, SellerParts } from "./seller-parts.js";

type PasswordTry = {
  /** Null when the password was looked at. */
  readonly problem: "too_many_passwords" | null;
  readonly isRight: boolean;
  readonly known: PasswordRow | null;
  /** Of the window in which the tries are counted, which a sign-in forgets. */
  readonly subject: string;
};

/** A right one takes no place of the network's, so those who share one and know their passwords don't shut each other out. @throws PasswordsBusy */
export async function tryPassword(
  parts: SellerParts,
  asking: SellerAsking,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<PasswordTry> {
  const asker = passwordAskerOf(parts, asking, email);
  const { network, subject } = asker;
  const { isAllowed, ofNetwork, known } = await takePasswordTry(parts.people, asker);
  if (ofNetwork) parts.addresses.onRefused("passwords");
  if (!isAllowed) return { problem: "too_many_passwords", isRight: false, known: null, subject };
  const isRight = (await isPassword(password, known?.password_hash ?? null, network)) && known !== null;
  if (isRight && !asker.isKnown) await givePlaceBack(parts.people, "password_network", network);
  return { problem: null, isRight, known, subject };
}
