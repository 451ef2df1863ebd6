/** How a process reaches MTN MoMo: each country is a contract, with keys of its own. */
import type { Settings } from "./settings.js";
import { originIn, someIn } from "./values.js";
import type { VariableName } from "./variables.js";

const LIVE_ORIGIN = "https://proxy.momoapi.mtn.com";
const SANDBOX_ORIGIN = "https://sandbox.momodeveloper.mtn.com";
const NEEDS = "PROVIDERS=momo";

/** By MTN's names, with what wallets there hold: the first where nothing else is said. */
export const TARGETS = {
  sandbox: ["EUR"],
  mtnbenin: ["XOF"],
  mtncameroon: ["XAF"],
  mtncongo: ["XAF"],
  mtnghana: ["GHS"],
  mtnguineaconakry: ["GNF"],
  mtnivorycoast: ["XOF"],
  mtnliberia: ["LRD", "USD"],
  mtnrwanda: ["RWF"],
  mtnsouthafrica: ["ZAR"],
  mtnswaziland: ["SZL"],
  mtnuganda: ["UGX"],
  mtnzambia: ["ZMW"],
} as const satisfies Record<string, readonly [string, ...string[]]>;
type Target = keyof typeof TARGETS;

const REFUNDS = ["refund", "transfer"] as const;

type Product = { readonly subscriptionKey: string; readonly apiUser: string; readonly apiKey: string };

export type MomoConfig = {
  readonly target: Target;
  readonly currencies: readonly string[];
  readonly collection: Product;
  readonly disbursement: Product;
  readonly refunds: (typeof REFUNDS)[number];
  readonly isLive: boolean;
  readonly apiBase: string;
};

export function readMomo(settings: Settings, mode: "sandbox" | "live"): MomoConfig {
  const { optional, required } = settings;
  const isLive = mode === "live";
  const targets = Object.keys(TARGETS).filter((name) => !isLive || name !== "sandbox");
  const target =
    required("MOMO_TARGET_ENVIRONMENT", {
      needs: NEEDS,
      takes: `one of ${targets.join(", ")}`,
      read: (text) => (targets.includes(text) ? (text as Target) : null),
    }) ?? "sandbox";
  const known: readonly [string, ...string[]] = TARGETS[target];
  return {
    target,
    currencies: optional("MOMO_CURRENCIES", `${known.join(" or ")}, as wallets of ${target} hold`, (text) => {
      const given = someIn(text, known);
      return given?.length === 1 ? given : null;
    }) ?? [known[0]],
    collection: readProduct(settings, "COLLECTION"),
    disbursement: readProduct(settings, "DISBURSEMENT"),
    refunds: optional("MOMO_REFUNDS", REFUNDS.join(" or "), (text) => REFUNDS.find((one) => one === text)) ?? "refund",
    isLive,
    apiBase:
      optional(
        "MOMO_API_BASE",
        isLive ? "an https origin at mtn.com or momo.africa, and not the sandbox's" : "an http or https origin",
        (text) => (isLive && !isOfLive(text) ? null : originIn(text)),
      ) ?? (isLive ? LIVE_ORIGIN : SANDBOX_ORIGIN),
  };
}

/** MTN is moving its API: production has had more than one address. */
function isOfLive(text: string): boolean {
  const url = URL.parse(text);
  const host = `.${url?.hostname}`;
  return url?.protocol === "https:" && /\.(?:mtn\.com|momo\.africa)$/.test(host) && !host.includes("sandbox");
}

function readProduct({ required }: Settings, product: "COLLECTION" | "DISBURSEMENT"): Product {
  const read = (name: VariableName, takes: string, pattern: RegExp): string =>
    required(name, { needs: NEEDS, takes, read: (text) => (pattern.test(text) ? text : null) }) ?? "";
  return {
    subscriptionKey: read(
      `MOMO_${product}_SUBSCRIPTION_KEY`,
      "the primary or secondary key of the subscription",
      /^[0-9A-Za-z]{16,128}$/,
    ),
    apiUser: read(`MOMO_${product}_API_USER`, "the API user, a UUID", /^[0-9a-fA-F-]{36}$/),
    apiKey: read(`MOMO_${product}_API_KEY`, "the API key of the user", /^[0-9A-Za-z]{16,128}$/),
  };
}
