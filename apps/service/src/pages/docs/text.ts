/** The reference as Markdown, and the list of all documents: for programs that read. */
import type { ServedDocument } from "../kit/documents.js";
import { operatorName } from "../kit/operator.js";
import {
  type EventNotice,
  type Field,
  type Group,
  type ObjectType,
  type Operation,
  type Reference,
  sentenceOf,
  type TypeText,
} from "./reference.js";
import { curlOf } from "./samples.js";

/** Where the reference is as Markdown; `/docs` is the same for people. */
export const REFERENCE_TEXT_PATH = "/docs.md";

export function referenceText(reference: Reference): string {
  const { title, version, baseUrl, introduction, groups, objects } = reference;
  return joined([
    `# ${title}`,
    `Version \`${version}\`. Base URL: ${baseUrl}. OpenAPI 3.1: ${baseUrl}/openapi.json`,
    introduction.trim(),
    ...groups.flatMap((group) => groupText(group, reference)),
    "## Objects",
    ...objects.flatMap(objectText),
  ]);
}

/** Parts that stand apart; nothing stands for what is empty. */
const joined = (parts: readonly string[]): string => `${parts.filter((part) => part !== "").join("\n\n")}\n`;

const groupText = (
  { name, description, operations }: Group,
  { events, eventHeaders }: Reference,
): readonly string[] => [
  `## ${name}`,
  description.trim(),
  ...operations.flatMap(operationText),
  ...(name === "Webhooks" ? [fieldList("Headers", eventHeaders), ...events.flatMap(eventText)] : []),
];

const operationText = (operation: Operation): readonly string[] => [
  `### ${operation.summary}`,
  `\`${operation.method} ${operation.path}\` (\`${operation.id}\`)`,
  operation.description,
  fieldList("Parameters", operation.parameters),
  fieldList("Body", operation.body),
  `Answers:\n\n${[
    `- ${operation.answer.status}: ${typeText(operation.answer.type)}`,
    ...operation.refusals.map(({ status, description }) => `- ${status}: ${description}`),
  ].join("\n")}`,
  code("sh", curlOf(operation)),
  json(operation.answer.example),
];

const eventText = ({ type, when, example }: EventNotice): readonly string[] => [`### ${type}`, when, json(example)];

const objectText = ({ name, description, type, fields, rules }: ObjectType): readonly string[] => [
  `### ${name}`,
  description,
  fields.length > 0 ? fieldLines(fields) : `A ${typeText(type)}. ${sentenceOf(rules)}`.trim(),
];

const fieldList = (title: string, fields: readonly Field[]): string =>
  fields.length === 0 ? "" : `${title}:\n\n${fieldLines(fields)}`;

const fieldLines = (fields: readonly Field[]): string => fields.map(fieldLine).join("\n");

function fieldLine({ name, place, isRequired, type, description, rules }: Field): string {
  const kind = [place, typeText(type), isRequired ? "required" : undefined].filter((part) => part !== undefined);
  return `- \`${name}\` (${kind.join(", ")}): ${description.replaceAll(/\s+/g, " ")} ${sentenceOf(rules)}`.trimEnd();
}

const typeText = (type: TypeText): string =>
  type.map((part) => (typeof part === "string" ? part : part.object)).join("");

const json = (value: unknown): string => (value === undefined ? "" : code("json", JSON.stringify(value, null, 2)));
const code = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``;

/** What a program that knows nothing reads first (https://llmstxt.org). */
export function llmsText(reference: Reference, documents: readonly ServedDocument[], publicUrl: string): string {
  const listed = (folder: string): string =>
    documents
      .filter(({ path }) => path.startsWith(`${folder}/`))
      .map(
        ({ path, title, summary }) => `- [${title}](${publicUrl}/docs/${path})${summary === "" ? "" : `: ${summary}`}`,
      )
      .join("\n");
  return joined([
    `# ${operatorName()}`,
    `> Escrow checkout for online stores. A store creates a checkout session and sends the buyer to its page; ${operatorName()} holds the money and releases it to the store as the buyer approves each delivery.`,
    `The API is at ${reference.baseUrl}, version \`${reference.version}\`. A key of the seller's goes into \`Authorization: Bearer\`. Money is a string with two decimals. Branch on \`error.code\`.`,
    "## API",
    [
      `- [API reference](${publicUrl}${REFERENCE_TEXT_PATH}): every operation, field, event and refusal, with examples.`,
      `- [OpenAPI 3.1](${reference.baseUrl}/openapi.json): the same, for generators.`,
      listed("api"),
    ].join("\n"),
    "## Guides",
    listed("guides"),
    "## Reference",
    listed("reference"),
    "## Optional",
    listed("deploy"),
    listed("runbooks"),
  ]);
}
