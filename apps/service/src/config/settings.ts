/** The environment as the rest of the configuration reads it: one value by its name, and one way to say what is wrong with it. */
import { readFileSync } from "node:fs";
import { ConfigError } from "./error.js";
import { isSecret, type VariableName } from "./variables.js";

/** Null or undefined for a text that can't be used. */
export type Read<Value> = (text: string) => Value | null | undefined;
type Takes<Value> = { readonly takes: string; readonly read: Read<Value> };

export type Settings = {
  /** What is given; empty where it is left open. Of a secret that is what its file says. */
  text(name: VariableName): string;
  /** Null for what is left open or can't be used, of which the problem is told. `takes` says what can. */
  optional<Value>(name: VariableName, takes: string, read: Read<Value>): Value | null;
  /** The same for what has to be there. @param given.needs what asks for it, as a message says it: `PROVIDERS=stripe`. */
  required<Value>(name: VariableName, given: Takes<Value> & { readonly needs: string }): Value | null;
  /** Goes on with what else there is to check, unless a problem ends the start. */
  problem(message: string): void;
};

/** What is told of each problem; it may throw. */
export type Report = (error: ConfigError) => void;

/** @param report throws the first problem, unless it is given. */
export function openSettings(environment: NodeJS.ProcessEnv, report: Report = throwIt): Settings {
  const problem = (message: string): void => report(new ConfigError(message));
  const read = new Map<VariableName, string>();
  const text = (name: VariableName): string => {
    const known = read.get(name);
    if (known !== undefined) return known;
    const found = textOf(name, environment, problem);
    read.set(name, found);
    return found;
  };
  const use = <Value>(name: VariableName, takes: string, read: Read<Value>): Value | null => {
    const value = read(text(name)) ?? null;
    if (value === null) problem(`${name}=${shown(name, text(name))} is not usable: it takes ${takes}.`);
    return value;
  };
  return {
    text,
    problem,
    optional: (name, takes, read) => (text(name) === "" ? null : use(name, takes, read)),
    required: (name, { takes, read, needs }) => {
      if (text(name) !== "") return use(name, takes, read);
      problem(`${name} is not set: ${needs} takes ${takes}.`);
      return null;
    },
  };
}

function throwIt(error: ConfigError): never {
  throw error;
}

/** What is given, of a secret from its file where that is how it is given. */
function textOf(name: VariableName, environment: NodeJS.ProcessEnv, problem: Settings["problem"]): string {
  const [text, file] = [environment[name] ?? "", isSecret(name) ? (environment[`${name}_FILE`] ?? "") : ""];
  if (text !== "" && file !== "") problem(`${name} and ${name}_FILE are both set: one of them has to go.`);
  return text === "" && file !== "" ? contentOf(`${name}_FILE`, file, problem) : text;
}

function contentOf(name: string, path: string, problem: Settings["problem"]): string {
  try {
    const text = readFileSync(path, "utf8").trim();
    if (text !== "") return text;
    problem(`${name}=${path} is not usable: the file is empty.`);
  } catch {
    problem(`${name}=${path} is not usable: it takes a readable file.`);
  }
  return "";
}

/** What a message says of a value: of a secret at most where it leads to, never a password. */
export function shown(name: string, text: string): string {
  if (!isSecret(name)) return text;
  if (!name.endsWith("_URL")) return "(hidden)";
  return text.replace(/^([a-z]*:\/\/)?.*@/is, "$1***@").replace(/(password=)[^&\s]*/gi, "$1***");
}
