/** Reading what somebody typed as a second factor: a code of an authenticator app, or a recovery code. */
import { plainCode } from "../domain/typed.js";
import { mac } from "../platform/keys.js";
import { spokenCode } from "../platform/random.js";
import type { Proof } from "../store/identity/proofs.js";
import type { SecondFactorRow } from "../store/identity/second-factor.js";
import { type Challenged, readPasskey } from "./passkeys.js";
import type { SellerProblem } from "./seller-outcome.js";
import type { SellerParts } from "./seller-parts.js";
import { matchTotp } from "./totp.js";

const RECOVERY_CODES = 10;
const RECOVERY_LENGTH = 12; // 60 bits
const TOTP_CODE = /^\d{6}$/;
const RECOVERY_CODE = /^[0-9A-Z]{12}$/;

/** Where the secret of a person is sealed for. */
export const totpPlace = (sellerId: string): string => `totp ${sellerId}`;

/** @param key of {@link SellerParts.recoveryKey}. */
export const hashRecovery = (key: Buffer, sellerId: string, code: string): Buffer =>
  mac([key], `recovery ${sellerId} ${code}`);

/** New codes as they are shown: three groups of four letters and digits that are not mixed up. */
export const newRecoveryCodes = (): readonly string[] =>
  Array.from({ length: RECOVERY_CODES }, () => (spokenCode(RECOVERY_LENGTH).match(/.{4}/g) ?? []).join("-"));

/** As it is hashed: letters that look alike, dashes and spaces are no matter. */
export const plainRecovery = (typed: string): string =>
  plainCode(typed).toUpperCase().replaceAll("O", "0").replaceAll(/[IL]/g, "1");

/** A second factor as a form brings it: what was typed, or what a browser answered for a passkey. */
export type FactorForm = { readonly code: string; readonly passkey: string };

export const factorIn = (form: Readonly<Partial<Record<string, string>>>): FactorForm => ({
  code: form["code"] ?? "",
  passkey: form["passkey"] ?? "",
});

/**
 * A proof that may be taken; or why not. What can be neither kind of code uses up no try, and nor does a passkey, which
 * nobody guesses.
 * @param takeTry counts before anything is looked at; null when there is nobody to count for.
 */
export async function readProof(
  parts: Pick<SellerParts, "people" | "challengeKey" | "origin" | "recoveryKey" | "seal">,
  { form, challenged }: { readonly form: FactorForm; readonly challenged: Challenged },
  takeTry: () => Promise<SecondFactorRow | null>,
): Promise<Proof | SellerProblem> {
  if (form.passkey !== "") return (await readPasskey(parts, challenged, form.passkey)) ?? "passkey_wrong";
  const code = plainCode(form.code);
  const recovery = plainRecovery(form.code);
  const isTotp = TOTP_CODE.test(code);
  if (!isTotp && !RECOVERY_CODE.test(recovery)) return "code_malformed";
  const row = await takeTry();
  if (row === null) return "code_expired";
  if (!row.is_allowed) return row.is_blocked ? "factor_blocked" : "too_many_tries";
  if (!isTotp) return { recoveryHash: hashRecovery(await parts.recoveryKey(), row.seller_id, recovery) };
  if (row.totp_sealed === null) return "code_wrong";
  const secret = (await parts.seal()).open(row.totp_sealed, totpPlace(row.seller_id));
  const step = matchTotp(secret, code, Number(row.now));
  return step === null ? "code_wrong" : { step };
}

/** Why a proof that was right when it was read was not taken. */
export const notTaken = (proof: Proof): SellerProblem =>
  "step" in proof ? "code_used" : "passkey" in proof ? "passkey_wrong" : "code_wrong";
