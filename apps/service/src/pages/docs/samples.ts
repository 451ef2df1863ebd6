/** A call of the API in each language that has a package with it. What the packages begin with stands once, in `clientSamples`. */
import type { Operation } from "./reference.js";

export type Sample = { readonly language: string; readonly code: string };

/** What the packages call an operation; those of the sandbox are called over HTTP. */
const CALLS: Readonly<
  Record<string, { readonly on: string; readonly call: string; readonly gives: string; readonly module: string }>
> = {
  getAccount: { on: "account", call: "get", gives: "account", module: "account" },
  createSession: { on: "sessions", call: "create", gives: "session", module: "checkout_sessions" },
  getSession: { on: "sessions", call: "get", gives: "session", module: "checkout_sessions" },
  listSessions: { on: "sessions", call: "list", gives: "page", module: "checkout_sessions" },
  expireSession: { on: "sessions", call: "expire", gives: "session", module: "checkout_sessions" },
  getEscrow: { on: "escrows", call: "get", gives: "escrow", module: "escrows" },
  listEscrows: { on: "escrows", call: "list", gives: "page", module: "escrows" },
  submitMilestone: { on: "milestones", call: "submit", gives: "escrow", module: "escrows" },
  listEvents: { on: "events", call: "list", gives: "page", module: "events" },
};

/** What bodies are called in the generated client. */
const MODELS: Readonly<Record<string, string>> = {
  createSession: "CheckoutSessionCreate",
  submitMilestone: "Submission",
};

/** curl first; the others where their packages have the call. */
export function samplesOf(operation: Operation): readonly Sample[] {
  const curl = { language: "curl", code: curlOf(operation) };
  if (CALLS[operation.id] === undefined) return [curl];
  return [
    curl,
    { language: "TypeScript", code: typeScriptOf(operation) },
    { language: "PHP", code: phpOf(operation) },
    { language: "Python", code: pythonOf(operation) },
  ];
}

/** @param baseUrl of the API, without a slash at its end. */
export const clientSamples = (baseUrl: string): readonly Sample[] => [
  {
    language: "curl",
    code: `curl "${baseUrl}/account" \\\n  -H "Authorization: Bearer $HOLDFAST_API_KEY"`,
  },
  {
    language: "TypeScript",
    code: `import { Holdfast } from "@holdfast/sdk";

const apiKey = process.env["HOLDFAST_API_KEY"] ?? "";
const holdfast = new Holdfast({ apiKey, baseUrl: "${baseUrl}" });`,
  },
  {
    language: "PHP",
    code: `<?php
$holdfast = new Holdfast\\Client(getenv("HOLDFAST_API_KEY"), "${baseUrl}");`,
  },
  {
    language: "Python",
    code: `import os

from holdfast.connection import connect

holdfast = connect("${baseUrl}", os.environ["HOLDFAST_API_KEY"])`,
  },
];

/** A command line that makes this call. */
export function curlOf({ method, request: { baseUrl, path, idempotencyKey, body, isKeyed } }: Operation): string {
  return [
    `curl ${method === "POST" ? "-X POST " : ""}"${baseUrl}${path}"`,
    ...(isKeyed ? ['-H "Authorization: Bearer $HOLDFAST_API_KEY"'] : []),
    ...(idempotencyKey === null ? [] : [`-H "Idempotency-Key: ${idempotencyKey}"`]),
    ...(body === undefined
      ? []
      : ['-H "Content-Type: application/json"', `-d '${JSON.stringify(body, null, 2).replaceAll("'", "'\\''")}'`]),
  ].join(" \\\n  ");
}

const callOf = ({ id }: Operation) => {
  const call = CALLS[id];
  if (call === undefined) throw new Error(`no package has ${id}`);
  return call;
};

/** The body, and before it what the path names: TypeScript's package takes both in one object. */
function typeScriptOf(operation: Operation): string {
  const { on, call, gives } = callOf(operation);
  const { ids, body, idempotencyKey } = operation.request;
  const named = operation.id === "submitMilestone" ? { escrow: ids[0], milestone: ids[1] } : null;
  const options = idempotencyKey === null ? [] : [`{ idempotencyKey: ${JSON.stringify(idempotencyKey)} }`];
  const given =
    body === undefined
      ? ids.map((one) => JSON.stringify(one))
      : [keysBare(JSON.stringify({ ...named, ...(body as object) }, null, 2))];
  return `const ${gives} = await holdfast.${on}.${call}(${[...given, ...options].join(", ")});`;
}

/** Names of fields without the quotes that JSON puts around them. */
const keysBare = (json: string): string => json.replaceAll(/"([a-z_]+)": /g, "$1: ");

function phpOf(operation: Operation): string {
  const { on, call, gives } = callOf(operation);
  const { ids, body, idempotencyKey } = operation.request;
  const key = idempotencyKey === null ? [] : [`idempotencyKey: ${phpText(idempotencyKey)}`];
  return `$${gives} = $holdfast->${on}->${call}(${[...ids.map(phpText), ...phpBody(operation.id, body), ...key].join(", ")});`;
}

/** A submission is taken apart: what was delivered, and how it travels. */
function phpBody(id: string, body: unknown): readonly string[] {
  if (body === undefined) return [];
  if (id !== "submitMilestone") return [phpValue(body, "")];
  const { submission_details: details, shipping } = body as { submission_details: string; shipping?: unknown };
  return [phpText(details), ...(shipping === undefined ? [] : [phpValue(shipping, "")])];
}

const phpText = (text: string): string => JSON.stringify(text).replaceAll("$", "\\$").replaceAll("\\/", "/");

function phpValue(value: unknown, indent: string): string {
  if (typeof value === "string") return phpText(value);
  if (typeof value !== "object" || value === null) return String(value);
  const inner = `${indent}  `;
  const entries = Array.isArray(value)
    ? value.map((one) => phpValue(one, inner))
    : Object.entries(value).map(([name, one]) => `${phpText(name)} => ${phpValue(one, inner)}`);
  return entries.length === 0 ? "[]" : `[\n${entries.map((entry) => `${inner}${entry},\n`).join("")}${indent}]`;
}

/** The generated client has a module for each operation, and builds bodies from what JSON says. */
function pythonOf(operation: Operation): string {
  const { gives, module } = callOf(operation);
  const { ids, body, idempotencyKey } = operation.request;
  const name = operation.id.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const model = MODELS[operation.id];
  const given = [
    ...ids.map((one) => JSON.stringify(one)),
    "client=holdfast",
    ...(body === undefined || model === undefined ? [] : ["body=body"]),
    ...(idempotencyKey === null ? [] : [`idempotency_key=${JSON.stringify(idempotencyKey)}`]),
  ];
  return [
    `from holdfast.client.api.${module} import ${name}`,
    ...(body === undefined || model === undefined
      ? [""]
      : [
          `from holdfast.client.models import ${model}`,
          "",
          `body = ${model}.from_dict(${pythonValue(JSON.stringify(body, null, 2))})`,
        ]),
    `${gives} = ${name}.sync(${given.join(", ")})`,
  ].join("\n");
}

const pythonValue = (json: string): string =>
  json.replaceAll(
    /: (true|false|null)\b/g,
    (_, word: string) => `: ${{ true: "True", false: "False", null: "None" }[word]}`,
  );
