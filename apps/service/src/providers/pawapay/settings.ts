/** What an account at pawaPay is reached with. */
import type { KeyObject } from "node:crypto";

export type PawapaySettings = {
  readonly token: string;
  readonly isLive: boolean;
  /** What we sign requests with, and the id under which pawaPay knows its public half; null leaves them unsigned. */
  readonly signing: SigningKey | null;
  /** `signed`: a callback without a signature is refused. `hints`: it makes us look up what it names. */
  readonly callbacks: "signed" | "hints";
  /** Three letters each. */
  readonly countries: readonly string[];
  /** Origins, without a slash at the end: of the API, and of the files that statements come as. */
  readonly apiBase: string;
  readonly statementsBase: string;
};

/** Of ECDSA on P-256. */
export type SigningKey = { readonly id: string; readonly key: KeyObject };
