/** Who runs the deployment, as far as the environment says so: what it says can't be changed at the desk. */
import { readFileSync } from "node:fs";
import { type GivenIdentity, type IdentityPart, READINGS, TEXT_PARTS } from "../domain/operator-identity.js";
import { ConfigError } from "./error.js";
import { LOGO_FAULTS, LOGO_TAKES, readOperatorLogo } from "./operator-logo.js";
import { optionalBy } from "./values.js";

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
} as const satisfies Record<IdentityPart, string>;

/** What they were called before they were the operator's. */
const RENAMED = {
  HELP_URL: "OPERATOR_SUPPORT_URL",
  TERMS_URL: "OPERATOR_TERMS_URL",
  PRIVACY_URL: "OPERATOR_PRIVACY_URL",
  CONTACT_URL: "OPERATOR_SUPPORT_EMAIL or OPERATOR_SUPPORT_URL",
} as const;

const SWITCH: Readonly<Record<string, boolean>> = { on: true, off: false };

/** @throws ConfigError for the first value that can't be used. */
export function readOperator(environment: NodeJS.ProcessEnv): GivenIdentity {
  for (const [before, now] of Object.entries(RENAMED))
    if (environment[before]) throw new ConfigError(`${before} has another name: set ${now}.`);
  const optional = optionalBy(environment);
  const given = {
    ...Object.fromEntries(
      TEXT_PARTS.map((part) => [part, optional(IDENTITY_VARIABLES[part], READINGS[part].takes, READINGS[part].read)]),
    ),
    logo: logoIn(environment, IDENTITY_VARIABLES.logo, "light"),
    logoDark: logoIn(environment, IDENTITY_VARIABLES.logoDark, "dark"),
    softwareLine: optional(IDENTITY_VARIABLES.softwareLine, "on or off", (text) => SWITCH[text] ?? null),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
}

function logoIn(environment: NodeJS.ProcessEnv, name: string, ground: "light" | "dark"): GivenIdentity["logo"] {
  const path = environment[name];
  if (path === undefined || path === "") return null;
  const refused = (reason: string): ConfigError =>
    new ConfigError(`${name}=${path} is not usable: it takes ${LOGO_TAKES}, and ${reason}.`);
  let content: Buffer;
  try {
    content = readFileSync(path);
  } catch {
    throw refused("there is no file there that can be read");
  }
  const logo = readOperatorLogo(content, ground);
  if (typeof logo === "string") throw refused(LOGO_FAULTS[logo]);
  return logo;
}
