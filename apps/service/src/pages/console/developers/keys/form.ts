/** What is typed to make a key, and what it comes to. */

import { READ_SCOPES, SCOPES, type Scope } from "@holdfast/contract";
import { may, type Role } from "../../../../domain/permissions.js";
import { tidy } from "../../../../domain/typed.js";
import type { KeyBounds } from "../../../../identity/merchants.js";
import { NETWORKS_MAX, readNetwork } from "../../../../identity/networks.js";
import type { FormFields } from "../../../kit/page-context.js";

/** Of a key, in characters. */
export const NAME_LENGTH = 80;
/** As many networks as there may be, each as long as one can be. */
export const NETWORKS_LENGTH = NETWORKS_MAX * 50;

/** What scopes are about that read and write. */
export const AREAS = ["sessions", "escrows", "events"] as const;
type Area = (typeof AREAS)[number];
export const LEVELS = ["none", "read", "write"] as const;
type Level = (typeof LEVELS)[number];
/** Scopes that move money, or say where it goes: not every member may give them. */
export const MONEY_SCOPES = ["refunds:write", "payouts:write"] as const satisfies readonly Scope[];
export type MoneyScope = (typeof MONEY_SCOPES)[number];

/**
 * Which of them a member may give to a key: what they may do themselves, without a colleague.
 * @param isLimited whether the team has a limit for what one member refunds alone; owners set it.
 */
export const givableBy = (role: Role, isLimited: boolean): readonly MoneyScope[] =>
  MONEY_SCOPES.filter((scope) =>
    scope === "payouts:write" ? may(role, "payOut") : may(role, "manageTeam") || !isLimited,
  );

/** Days until a key ends, as they are offered. */
export const LIVES = ["never", "30", "90", "365"] as const;

export type KeyForm = {
  readonly name: string;
  readonly access: "all" | "read" | "own";
  /** For `own`. */
  readonly levels: Readonly<Record<Area, Level>>;
  readonly money: readonly MoneyScope[];
  readonly life: (typeof LIVES)[number];
  /** Separated by commas, spaces or line breaks. */
  readonly networks: string;
};

export const EMPTY_KEY: KeyForm = {
  name: "",
  access: "all",
  levels: { sessions: "write", escrows: "read", events: "read" },
  money: [],
  life: "never",
  networks: "",
};

/** Why a key can't be made. */
export type KeyProblem = "name" | "scopes" | "networks" | "full";

const oneOf = <Value extends string>(values: readonly Value[], typed: string | undefined, otherwise: Value): Value =>
  values.find((value) => value === typed) ?? otherwise;

export const readKeyForm = (form: FormFields): KeyForm => ({
  name: tidy(form["name"] ?? ""),
  access: oneOf(["all", "read", "own"], form["access"], "all"),
  levels: Object.fromEntries(AREAS.map((area) => [area, oneOf(LEVELS, form[area], "none")])) as Record<Area, Level>,
  money: MONEY_SCOPES.filter((scope) => form[scope] === "yes"),
  life: oneOf(LIVES, form["life"], "never"),
  networks: (form["networks"] ?? "").trim(),
});

/** @param givable what {@link givableBy} says: a key never has more. */
export function boundsOf(
  { name, access, levels, money, life, networks }: KeyForm,
  givable: readonly MoneyScope[],
): KeyBounds | Exclude<KeyProblem, "full"> {
  if (name.length > NAME_LENGTH) return "name";
  const wanted = access === "all" ? SCOPES : access === "read" ? READ_SCOPES : [...chosen(levels), ...money];
  const withheld = MONEY_SCOPES.filter((scope) => !givable.includes(scope));
  const scopes = SCOPES.filter((scope) => wanted.includes(scope) && !withheld.some((one) => one === scope));
  if (scopes.length === 0) return "scopes";
  if (networks.length > NETWORKS_LENGTH) return "networks";
  const read = networks === "" ? [] : networks.split(/[\s,]+/).map(readNetwork);
  if (read.length > NETWORKS_MAX || !read.every((one) => one !== null)) return "networks";
  return { scopes, days: life === "never" ? null : Number(life), networks: read };
}

/** Who may write may read. */
const chosen = (levels: KeyForm["levels"]): readonly Scope[] =>
  SCOPES.filter((scope) => {
    const [area, verb] = scope.split(":") as [Area, "read" | "write"];
    return levels[area] === "write" || (levels[area] === "read" && verb === "read");
  });
