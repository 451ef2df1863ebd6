/** How a process reaches pawaPay. */
import { createPrivateKey, type KeyObject } from "node:crypto";
import { isP256 } from "../platform/keys.js";
import type { Settings } from "./settings.js";

const LIVE_ORIGIN = "https://api.pawapay.io";
const SANDBOX_ORIGIN = "https://api.sandbox.pawapay.io";
const CALLBACKS = ["signed", "hints"] as const;

export type PawapayConfig = {
  readonly token: string;
  readonly isLive: boolean;
  readonly signing: { readonly id: string; readonly key: KeyObject } | null;
  readonly callbacks: (typeof CALLBACKS)[number];
  readonly countries: readonly string[];
  readonly apiBase: string;
  readonly statementsBase: string;
};

const NEEDS = "PROVIDERS=pawapay";

export function readPawapay(settings: Settings, mode: "sandbox" | "live"): PawapayConfig {
  const isLive = mode === "live";
  const { optional, required } = settings;
  const ours = isLive ? LIVE_ORIGIN : SANDBOX_ORIGIN;
  const apiBase =
    optional(
      "PAWAPAY_API_BASE",
      isLive ? `nothing else than ${LIVE_ORIGIN}` : `an http or https origin that is not ${LIVE_ORIGIN}`,
      (text) => ((isLive ? text === LIVE_ORIGIN : text !== LIVE_ORIGIN) ? originIn(text) : null),
    ) ?? ours;
  return {
    token:
      required("PAWAPAY_API_TOKEN", {
        needs: NEEDS,
        takes: "the API token of the account",
        read: (text) => (/^[\x21-\x7e]{16,4096}$/.test(text) ? text : null),
      }) ?? "",
    isLive,
    signing: readSigning(settings, isLive),
    callbacks: optional("PAWAPAY_CALLBACKS", CALLBACKS.join(" or "), (text) => oneOf(CALLBACKS, text)) ?? "signed",
    countries:
      required("PAWAPAY_COUNTRIES", {
        needs: NEEDS,
        takes: "countries in three capitals each, such as COD, once each",
        read: countriesIn,
      }) ?? [],
    apiBase,
    statementsBase:
      optional(
        "PAWAPAY_STATEMENTS_BASE",
        isLive
          ? "an https origin at pawapay.io, and not the sandbox's"
          : `an http or https origin that is not ${LIVE_ORIGIN}`,
        (text) => ((isLive ? isOfLive(text) : text !== LIVE_ORIGIN) ? originIn(text) : null),
      ) ?? apiBase,
  };
}

/** A file from another host could say anything of what moved. */
function isOfLive(text: string): boolean {
  const url = URL.parse(text);
  const host = `.${url?.hostname}`;
  return url?.protocol === "https:" && host.endsWith(".pawapay.io") && !host.includes(".sandbox.");
}

/** Without a key of ours the token alone would move money: in live mode there has to be one. */
function readSigning({ optional, required, text, problem }: Settings, isLive: boolean): PawapayConfig["signing"] {
  const id = optional("PAWAPAY_SIGNING_KEY_ID", "the id of the key at pawaPay", (text) =>
    /^[\x20\x21\x23-\x5b\x5d-\x7e]{1,128}$/.test(text) ? text : null,
  );
  if (text("PAWAPAY_SIGNING_KEY") === "" && text("PAWAPAY_SIGNING_KEY_ID") === "" && !isLive) return null;
  const key = required("PAWAPAY_SIGNING_KEY", {
    needs: NEEDS,
    takes: "a private key of ECDSA on P-256, in PEM",
    read: keyIn,
  });
  if (text("PAWAPAY_SIGNING_KEY_ID") === "")
    problem("PAWAPAY_SIGNING_KEY_ID is not set: the key has an id at pawaPay.");
  return id === null || key === null ? null : { id, key };
}

function keyIn(pem: string): KeyObject | null {
  try {
    const key = createPrivateKey(pem);
    return isP256(key) ? key : null;
  } catch {
    return null;
  }
}

function countriesIn(text: string): readonly string[] | null {
  const given = text.split(",").map((part) => part.trim());
  return given.every((one) => /^[A-Z]{3}$/.test(one)) && new Set(given).size === given.length ? given : null;
}

const oneOf = <const Known extends string>(known: readonly Known[], text: string): Known | null =>
  known.find((one) => one === text) ?? null;

function originIn(text: string): string | null {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === text ? text : null;
}
