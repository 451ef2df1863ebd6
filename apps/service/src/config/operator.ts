/** Who runs the deployment, as far as the environment says so: what it says can't be changed at the desk. */
import { readFileSync } from "node:fs";
import { type GivenIdentity, type IdentityPart, READINGS, TEXT_PARTS } from "../domain/operator-identity.js";
import { LOGO_FAULTS, LOGO_TAKES, readOperatorLogo } from "./operator-logo.js";
import type { Settings } from "./settings.js";
import type { VariableName } from "./variables.js";

/** The variable of each part. */
export const IDENTITY_VARIABLES = {
  name: "OPERATOR_NAME",
  legalName: "OPERATOR_LEGAL_NAME",
  address: "OPERATOR_ADDRESS",
  registration: "OPERATOR_REGISTRATION",
  colour: "OPERATOR_COLOR",
  supportEmail: "OPERATOR_SUPPORT_EMAIL",
  supportUrl: "OPERATOR_SUPPORT_URL",
  termsUrl: "OPERATOR_TERMS_URL",
  privacyUrl: "OPERATOR_PRIVACY_URL",
  mailName: "OPERATOR_MAIL_NAME",
  logo: "OPERATOR_LOGO",
  logoDark: "OPERATOR_LOGO_DARK",
  softwareLine: "OPERATOR_SOFTWARE_LINE",
} as const satisfies Record<IdentityPart, VariableName>;

const SWITCH: Readonly<Record<string, boolean>> = { on: true, off: false };

export function readOperator(settings: Settings): GivenIdentity {
  const { optional } = settings;
  const given = {
    ...Object.fromEntries(
      TEXT_PARTS.map((part) => [part, optional(IDENTITY_VARIABLES[part], READINGS[part].takes, READINGS[part].read)]),
    ),
    logo: logoIn(settings, IDENTITY_VARIABLES.logo, "light"),
    logoDark: logoIn(settings, IDENTITY_VARIABLES.logoDark, "dark"),
    softwareLine: optional(IDENTITY_VARIABLES.softwareLine, "on or off", (text) => SWITCH[text] ?? null),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
}

function logoIn({ text, problem }: Settings, name: VariableName, ground: "light" | "dark"): GivenIdentity["logo"] {
  const path = text(name);
  if (path === "") return null;
  const logo = logoOf(path, ground);
  if (typeof logo !== "string") return logo;
  problem(`${name}=${path} is not usable: it takes ${LOGO_TAKES}, and ${logo}.`);
  return null;
}

/** What is wrong with it, as a message says it, where it can't be used. */
function logoOf(path: string, ground: "light" | "dark"): NonNullable<GivenIdentity["logo"]> | string {
  try {
    const logo = readOperatorLogo(readFileSync(path), ground);
    return typeof logo === "string" ? LOGO_FAULTS[logo] : logo;
  } catch {
    return "there is no file there that can be read";
  }
}
