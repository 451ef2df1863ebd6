/**
 * Passwords of sellers: which are taken, and how they are kept. scrypt, with its costs in front of the hash so that they can
 * be raised (OWASP, "Password Storage": N = 2^15, r = 8, p = 3, which is 32 MiB a hash).
 */
import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { availableParallelism } from "node:os";
import { openHashQueues } from "./hash-queue.js";
import { isLeaked } from "./leaked-passwords.js";

export const PASSWORD_MIN = 10;
export const PASSWORD_MAX = 128;
/** More than any password of ours has, and little enough to be no work: marks in the wrong order are sorted in quadratic time. */
const TYPED_MAX = 1_000;

export type PasswordProblem =
  | "password_short"
  | "password_long"
  /** Leaked somewhere, or among the first that anybody would try. */
  | "password_common"
  /** The address, or what stands before its @. */
  | "password_is_address";

/** What is wrong with a new password; null when nothing is. Length counts code points. */
export function checkPassword(password: string, email: string): PasswordProblem | null {
  if (password.length > TYPED_MAX) return "password_long";
  const { length } = [...normal(password)];
  if (length < PASSWORD_MIN) return "password_short";
  if (length > PASSWORD_MAX) return "password_long";
  const plain = normal(password).toLowerCase();
  if (plain === email || plain === email.slice(0, email.lastIndexOf("@"))) return "password_is_address";
  return isCommon(plain) ? "password_common" : null;
}

const DISTINCT_MIN = 5;
const ROWS = ["01234567890123456789", "abcdefghijklmnopqrstuvwxyz", "qwertyuiopasdfghjklzxcvbnm"];

/** Leaked, also with digits and signs around it; of few letters; or a walk along the keyboard. */
function isCommon(plain: string): boolean {
  if (new Set(plain).size < DISTINCT_MIN) return true;
  const [core = ""] = /[^\d\W_](?:.*[^\d\W_])?/s.exec(plain) ?? [];
  if (isLeaked(plain) || isLeaked(core)) return true;
  return ROWS.some((row) => row.includes(plain) || [...row].reverse().join("").includes(plain));
}

/** The same letters typed on another system are the same password (NIST SP 800-63B, 3.1.1.2). */
const normal = (password: string): string => password.normalize("NFKC");

type Costs = { readonly log2N: number; readonly r: number; readonly p: number };

const COSTS: Costs = { log2N: 15, r: 8, p: 3 };
const HASH_BYTES = 32;
const STORED = /^scrypt\$(\d{1,2})\$(\d{1,2})\$(\d{1,2})\$([\w-]{22})\$([\w-]{43})$/;

/** `scrypt$log2N$r$p$salt$hash`. @param network that asks for it. @throws PasswordsBusy */
export async function hashPassword(password: string, network: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await newPasswords(network, () => run(password, salt, COSTS));
  const { log2N, r, p } = COSTS;
  return `scrypt$${log2N}$${r}$${p}$${salt.toString("base64url")}$${hash.toString("base64url")}`;
}

/**
 * Whether it is the password that was kept so. Nobody's (null) is compared with as much work, and is never right.
 * @throws PasswordsBusy
 */
export async function isPassword(password: string, stored: string | null, network: string): Promise<boolean> {
  const match = STORED.exec(stored ?? "");
  const [, log2N = "", r = "", p = "", salt = "", hash = ""] = match ?? NOBODY;
  const costs = { log2N: Number(log2N), r: Number(r), p: Number(p) };
  const given = await signIns(network, () => run(password, Buffer.from(salt, "base64url"), costs));
  return timingSafeEqual(given, Buffer.from(hash, "base64url")) && match !== null;
}

const NOBODY = ["", `${COSTS.log2N}`, `${COSTS.r}`, `${COSTS.p}`, "A".repeat(22), "A".repeat(43)];

/** Half of the processor is left to everything else, and signing in goes before new passwords, which a flood may ask for. */
const { signIns, newPasswords } = openHashQueues(Math.max(1, availableParallelism() >> 1), {
  signIns: { waitingMax: 40, waitingOfNetwork: 20 },
  newPasswords: { waitingMax: 40, waitingOfNetwork: 10 },
});

const run = (password: string, salt: Buffer, { log2N, r, p }: Costs): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const N = 2 ** log2N;
    const text = normal(password.slice(0, TYPED_MAX));
    scrypt(text, salt, HASH_BYTES, { N, r, p, maxmem: 128 * r * (N + p + 2) + MEMORY_SLACK }, (error, hash) =>
      error === null ? resolve(hash) : reject(error),
    );
  });

/** Beside the blocks themselves, which the library counts too. */
const MEMORY_SLACK = 2 ** 20;
