/** What live money needs, and a sandbox can do without. */
import { isLoopback } from "../platform/loopback.js";
import { type Settings, shown } from "./settings.js";
import type { VariableName } from "./variables.js";

const NEEDED = [
  ["SECRET_KEY", "32 bytes in base64, not a generated secret"],
  ["SMTP_URL", "an smtp:// or smtps:// URL for outgoing mail"],
  ["MAIL_FROM", "the address that mails come from"],
  ["PUBLIC_URL", "the https origin that buyers see"],
  // Not from the desk: every process has to know it before its first page, and nobody there may change who holds the money.
  ["OPERATOR_LEGAL_NAME", "the registered name of the company that holds the money"],
] as const satisfies readonly (readonly [VariableName, string])[];

const DATABASES = [
  "DATABASE_URL",
  "MIGRATION_DATABASE_URL",
  "DATABASE_READ_URL",
  "DIRECTORY_URL",
  "MOVE_DATABASE_URL",
] as const satisfies readonly VariableName[];

/** Tells each problem of a configuration that live mode can't work with. */
export function checkLive({ text, problem }: Settings): void {
  for (const [name, takes] of NEEDED) if (text(name) === "") problem(`${name} is not set: MODE=live takes ${takes}.`);
  const publicUrl = text("PUBLIC_URL");
  if (publicUrl !== "" && !/^https:/i.test(publicUrl))
    problem(`PUBLIC_URL=${publicUrl} is not usable: MODE=live takes an https origin.`);
  for (const name of DATABASES) {
    const url = text(name);
    if (url !== "" && !isSafeDatabase(url))
      problem(
        `${name}=${shown(name, url)} is not usable: MODE=live takes sslmode=require, verify-ca or verify-full unless every host is on loopback.`,
      );
  }
  const exempt = text("WEBHOOK_ALLOWED_ORIGINS");
  if (exempt !== "") problem(`WEBHOOK_ALLOWED_ORIGINS=${exempt} is not usable: MODE=live takes no exemptions.`);
}

/** TLS, unless nothing of it leaves this machine. */
function isSafeDatabase(text: string): boolean {
  const [address = "", ...query] = text.replace(/^postgres(?:ql)?:\/\//, "").split("?");
  const hosts = address.split("/")[0]?.split("@").at(-1) ?? "";
  const given = new URLSearchParams(query.join("?"));
  // Of a parameter that comes twice each reader may believe another one.
  const modes = given.getAll("sslmode");
  if (modes.length > 0 && modes.every((mode) => ["require", "verify-ca", "verify-full"].includes(mode))) return true;
  // A parameter may name another host than the one that is written first.
  const named = [...hosts.split(","), ...given.getAll("host").flatMap((host) => host.split(","))].filter(
    (host) => host !== "",
  );
  return named.length > 0 && named.every((host) => host.startsWith("/") || isLoopback(hostOf(host)));
}

/** Without its port, and an address of IPv6 without its brackets. */
const hostOf = (text: string): string => /^\[([^\]]*)\]/.exec(text)?.[1] ?? text.replace(/:\d+$/, "");
