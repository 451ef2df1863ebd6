/**
 * What an agent can do: the operations of the contract as tools, each with the operation's own words and fields. Calls go through the
 * SDK; what is wrong with them is for the API to say.
 */
import { OPERATION_IDS, type OperationId, operation, type TSchema } from "@holdfast/contract";
import type { CallOptions, Holdfast } from "@holdfast/sdk";
import { type Ask, pathOf } from "./recipes.js";

export type Arguments = Readonly<Record<string, unknown>>;

/** A tool's arguments as JSON Schema: always an object. */
type InputSchema = {
  readonly type: "object";
  readonly properties: Readonly<Record<string, unknown>>;
  readonly required: readonly string[];
  readonly additionalProperties: false;
};

export type Tool = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: InputSchema;
  readonly isReading: boolean;
  /** The object that is answered. @throws what the SDK throws. */
  readonly run: (holdfast: Holdfast, given: Arguments, signal?: AbortSignal) => Promise<unknown>;
};

/**
 * What a merchant's own system does, and no more: a link that went to a buyer is expired by a person, and money goes back by the word
 * of one.
 */
const STORE: readonly OperationId[] = [
  "getAccount",
  "listSessions",
  "getSession",
  "createSession",
  "listEscrows",
  "getEscrow",
  "submitMilestone",
  "listRefunds",
  "getRefund",
  "listEvents",
];
const SANDBOX = OPERATION_IDS.filter((id) => operation(id).tag === "Sandbox");

/** @param given.isSandbox whether the key is one of a sandbox. */
export const operationTools = (given: { readonly isSandbox: boolean }): readonly Tool[] =>
  [...STORE, ...(given.isSandbox ? SANDBOX : [])].map(toolOf);

const PATH_PARAMETERS: Readonly<Record<string, string>> = {
  id: "The id of a checkout session: `cs_…`.",
  escrow_id: "The id of an escrow, or its `TR-` reference code.",
  milestone_id: "The id of a milestone of that escrow.",
  refund_id: "The id of a refund: `RF-…`.",
  endpoint: "The id of a webhook endpoint: `we_…`.",
};
const IDEMPOTENCY_KEY = {
  type: "string",
  description:
    "Your order id is a good one. A repeat with the same key and fields returns the first answer and creates nothing.",
};

function toolOf(id: OperationId): Tool {
  const { method, summary, description } = operation(id);
  const isReading = method === "GET";
  return {
    name: id.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    title: summary,
    description: `${summary}. ${description}`,
    input: inputOf(id),
    isReading,
    run: (holdfast, given, signal) => run(holdfast, id, { given, signal }),
  };
}

type Fields = Readonly<Record<string, TSchema>>;
const fieldsOf = (body: TSchema | undefined): { readonly properties: Fields; readonly required: readonly string[] } => {
  const { properties = {}, required = [] } = (body ?? {}) as { properties?: Fields; required?: readonly string[] };
  return { properties, required };
};
const parametersOf = (id: OperationId): readonly string[] =>
  [...operation(id).path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);

function inputOf(id: OperationId): InputSchema {
  const { query = {}, body, idempotent } = operation(id);
  const parameters = parametersOf(id);
  const fields = fieldsOf(body);
  return {
    type: "object",
    properties: {
      ...Object.fromEntries(
        parameters.map((name) => [name, { type: "string", description: PATH_PARAMETERS[name] }] as const),
      ),
      ...(published({ ...query, ...fields.properties }) as object),
      ...(idempotent ? { idempotency_key: IDEMPOTENCY_KEY } : {}),
    },
    required: [...parameters, ...fields.required],
    additionalProperties: false,
  };
}

/** Without the words that are the service's own. */
const published = (schema: unknown): unknown =>
  JSON.parse(JSON.stringify(schema, (name, value) => (name.startsWith("x-") ? undefined : value)));

/** A submission and a creation are safe to repeat; a helper of the sandbox does again what it did. */
const ONCE: CallOptions = { retriesMax: 0 };

type Call = { readonly given: Arguments; readonly signal?: AbortSignal | undefined };

async function run(holdfast: Holdfast, id: OperationId, { given, signal }: Call): Promise<unknown> {
  const { method, tag, query, body, idempotent } = operation(id);
  const known = textsIn(given, parametersOf(id));
  const options = { signal, ...(tag === "Sandbox" && method === "POST" ? ONCE : {}) };
  if (id === "submitMilestone") {
    const { escrow_id: escrow = "", milestone_id: milestone = "" } = known;
    // What is not text is for the API to refuse.
    const submission_details = given["submission_details"] as string;
    return holdfast.milestones.submit({ escrow, milestone, submission_details }, options);
  }
  const { idempotency_key: key = crypto.randomUUID() } = given;
  return holdfast.request<unknown>(
    {
      method,
      path: pathOf(id, known),
      query: pick(given, query ?? {}) as Readonly<Record<string, string>>,
      ...(body === undefined ? {} : { body: pick(given, fieldsOf(body).properties) }),
      ...(idempotent ? { idempotencyKey: String(key) } : {}),
    },
    options,
  );
}

const pick = (given: Arguments, fields: Readonly<Record<string, unknown>>): Arguments =>
  Object.fromEntries(Object.entries(given).filter(([name]) => Object.hasOwn(fields, name)));

/** @throws RangeError when one is missing, or would lead a path elsewhere. */
function textsIn(given: Arguments, names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    names.map((name) => {
      const value = given[name];
      if (typeof value !== "string" || /^\.{0,2}$/.test(value)) throw new RangeError(`${name} is missing.`);
      return [name, value] as const;
    }),
  );
}

/** How recipes call the API: over the network, each step once. */
export const askBy =
  (holdfast: Holdfast, signal?: AbortSignal): Ask =>
  async <Body>({ id, known, query = {}, body }: Parameters<Ask>[0]) =>
    holdfast.request<Body>(
      { method: operation(id).method, path: pathOf(id, known), query, ...(body === undefined ? {} : { body }) },
      { ...ONCE, signal },
    );
