/** Single values of the configuration of providers. */
import { readFileSync } from "node:fs";
import { ConfigError } from "./error.js";

type Read<Value> = (text: string) => Value | null;

/** Null for what is left open. @throws ConfigError for what can't be used. */
export const optionalBy =
  (environment: NodeJS.ProcessEnv) =>
  <Value>(name: string, takes: string, read: Read<Value>): Value | null => {
    const text = environment[name];
    if (text === undefined || text === "") return null;
    const value = read(text);
    if (value === null) throw new ConfigError(`${name}=${text} is not usable: it takes ${takes}.`);
    return value;
  };

type Secret<Value> = { readonly takes: string; readonly read: Read<Value> };

/** Never said again, in no message. */
export function readSecret<Value>(environment: NodeJS.ProcessEnv, name: string, { takes, read }: Secret<Value>): Value {
  const [text, file] = [environment[name] ?? "", environment[`${name}_FILE`] ?? ""];
  if (text !== "" && file !== "")
    throw new ConfigError(`${name} and ${name}_FILE are both set: one of them has to go.`);
  if (text === "" && file === "")
    throw new ConfigError(`${name} is not set: PROVIDERS=${providerOf(name)} takes ${takes}.`);
  const value = read(text === "" ? contentOf(`${name}_FILE`, file) : text);
  if (value === null) throw new ConfigError(`${name}=(hidden) is not usable: it takes ${takes}.`);
  return value;
}

function contentOf(name: string, path: string): string {
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    throw new ConfigError(`${name}=${path} is not usable: it takes a readable file.`);
  }
}

/** As PROVIDERS calls it: variables begin with the name. */
const providerOf = (name: string): string => name.split("_")[0]?.toLowerCase() ?? "";
