/**
 * Writes what is generated from the contract and the state tables: docs/api/openapi.json, errors.md, events.md and states.md, docs/providers/openapi.json, and the
 * types of packages/sdk, which come from that same openapi.json; the reference of settings, and the schemas of files of rails and of rates.
 * With --check it writes nothing and exits 1 when a committed file differs from what the contract says now.
 */
import { readFile, writeFile } from "node:fs/promises";
import { RAILS_SCHEMA } from "../apps/service/dist/config/rails-schema.js";
import { RATES_SCHEMA } from "../apps/service/dist/config/rates-schema.js";
import { ESCROW_MOVES, MILESTONE_MOVES, SESSION_MOVES } from "../apps/service/dist/domain/states.js";
import {
  commonRefusals,
  ERROR_CODES,
  ERRORS,
  EVENT_TYPES,
  EVENTS,
  OPERATION_IDS,
  openApiDocument,
  operation,
  providerDocument,
} from "../packages/contract/dist/index.js";
import { configurationPage } from "./configuration.mjs";
import { typesOf } from "./sdk-types.mjs";

const BASE_URL = "https://api.holdfast.example/api/v1";
const ROOT = new URL("../", import.meta.url);
const GENERATED = "<!-- Generated from packages/contract by tools/openapi.mjs. Change it there. -->";

const OBJECT_NAMES = {
  session: "Checkout Session",
  escrow: "Escrow",
  milestone: "Milestone",
  ping: "object with `message`",
};

const table = (heads, rows) =>
  [heads, heads.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
const page = (...parts) => `${[GENERATED, ...parts].join("\n\n")}\n`;

const operations = OPERATION_IDS.map((id) => ({ id, ...operation(id) }));
const merchantOperations = operations.filter(({ tag }) => tag !== "Sandbox");
const helpers = operations.filter(({ tag }) => tag === "Sandbox");
const mayRefuse = (op, code) => op.refusals.includes(code) || commonRefusals(op).includes(code);

/** Which operations may give the code: all, all of a kind, or by name. Sandbox helpers are not told apart. */
function givenBy(code) {
  const givers = merchantOperations.filter((op) => mayRefuse(op, code));
  const helped = helpers.some((op) => mayRefuse(op, code)) ? ["sandbox helpers"] : [];
  if (givers.length === 0 && helped.length === 0) return "any path";
  if (givers.length === merchantOperations.length) return "every operation";
  const kinds = {
    "every POST": (op) => op.method === "POST",
    "every operation with a body": (op) => op.body !== undefined,
  };
  const kind = Object.entries(kinds).find(([, belongs]) =>
    merchantOperations.every((op) => belongs(op) === givers.includes(op)),
  );
  return kind?.[0] ?? [...givers.map(({ method, path }) => `\`${method} ${path}\``), ...helped].join(", ");
}

function errorsPage() {
  const rows = ERROR_CODES.map((code) => {
    const { status, type, message } = ERRORS[code];
    return [status, `\`${type}\``, `\`${code}\``, message, givenBy(code)];
  });
  return page(
    "# Errors",
    "Every response that is not 2xx has the error envelope. `validation_failed` carries `error.details`: from each field that is wrong to a list of sentences.",
    table(["HTTP", "`error.type`", "`error.code`", "`error.message`", "given by"], rows),
  );
}

function eventsPage() {
  const rows = EVENT_TYPES.map((type) => [`\`${type}\``, OBJECT_NAMES[EVENTS[type].object], EVENTS[type].when]);
  return page(
    "# Events",
    "Each is sent to every registered endpoint and kept in `GET /events`. A full example of every one is in the `webhooks` section of [openapi.json](openapi.json).",
    table(["`type`", "`data.object`", "fired when"], rows),
  );
}

function statesPage() {
  const section = (title, moves) => {
    const code = (names) => [...new Set(names)].map((name) => `\`${name}\``).join(", ");
    const rows = Object.entries(moves).map(([verb, { from, to, event }]) => [
      verb,
      code(from),
      code(to),
      code([event]),
    ]);
    return `## ${title}\n\n${table(["move", "from", "to", "event"], rows)}`;
  };
  return page(
    "# States",
    "Every move that there is; anything else is refused, by the service and by the database.",
    section("Checkout session", SESSION_MOVES),
    section("Escrow", ESCROW_MOVES),
    section("Milestone", MILESTONE_MOVES),
  );
}

const document = openApiDocument({ baseUrl: BASE_URL, sandbox: true });
const files = {
  "docs/api/openapi.json": `${JSON.stringify(document, null, 2)}\n`,
  "docs/providers/openapi.json": `${JSON.stringify(providerDocument(), null, 2)}\n`,
  "docs/api/errors.md": errorsPage(),
  "docs/api/events.md": eventsPage(),
  "docs/api/states.md": statesPage(),
  "docs/reference/configuration.md": configurationPage(),
  "docs/reference/rails.schema.json": `${JSON.stringify(RAILS_SCHEMA, null, 2)}\n`,
  "docs/reference/rates.schema.json": `${JSON.stringify(RATES_SCHEMA, null, 2)}\n`,
  "packages/sdk/src/types.ts": typesOf(document),
};

async function differing() {
  const names = await Promise.all(
    Object.entries(files).map(async ([name, text]) => {
      const committed = await readFile(new URL(name, ROOT), "utf8").catch(() => "");
      // A checkout on Windows may turn line ends around; that is no difference.
      return committed.replaceAll("\r\n", "\n") === text ? null : name;
    }),
  );
  return names.filter((name) => name !== null);
}

if (process.argv.includes("--check")) {
  const names = await differing();
  for (const name of names) console.error(`${name} differs from what it is made from: run npm run docs`);
  process.exitCode = names.length === 0 ? 0 : 1;
} else {
  await Promise.all(Object.entries(files).map(([name, text]) => writeFile(new URL(name, ROOT), text)));
}
