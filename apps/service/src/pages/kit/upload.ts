/**
 * Reads a form with files. Files are looked at before they are kept, and none is kept of a form that is
 * not ours; no more is held of a form than what it takes.
 */
import type { MultipartFile } from "@fastify/multipart";
import type { FastifyRequest } from "fastify";
import {
  EVIDENCE_BYTES_MAX,
  EVIDENCE_FILES_MAX,
  type EvidenceType,
  evidenceName,
  evidenceTypeOf,
  type NewEvidence,
  plainFileName,
} from "../../domain/evidence.js";
import type { EvidenceId } from "../../domain/ids.js";
import { MESSAGE_FILES_MAX, MESSAGE_TYPES } from "../../domain/messages.js";
import { type PhotoType, withoutMetadata } from "../../domain/photo.js";
import { uuidv7 } from "../../platform/random.js";
import { checkForm, FIELD_LENGTH_MAX, type FormFields, readForm } from "./page-context.js";
import { PageRefusal } from "./refusal.js";
import type { Arrival } from "./upload-budget.js";

/** Why the files can't be taken; `name` is the one that it is about, as it was sent. */
export type FileProblem = {
  readonly kind: "many" | "large" | "type" | "empty" | "unreadable";
  readonly name?: string;
};

/** A file as it came. Its name is the browser's, without what file systems don't take. */
type RawFile = { readonly name: string; readonly content: Buffer };

export type Upload = {
  readonly fields: FormFields;
  readonly files: readonly NewEvidence[];
  /** The files of a form that looks at them itself; none of others. */
  readonly raw: readonly RawFile[];
  readonly problem: FileProblem | null;
};

/**
 * How many files a form takes, how large each may be, and of which types; all that are known where that is left out. "raw": of any, and the
 * form looks at them itself.
 */
export type FilesTaken = {
  readonly files: number;
  readonly bytesEach: number;
  readonly types?: readonly EvidenceType[] | "raw";
};

export const EVIDENCE_TAKEN: FilesTaken = { files: EVIDENCE_FILES_MAX, bytesEach: EVIDENCE_BYTES_MAX };
/** What goes with a message. */
export const MESSAGE_TAKEN: FilesTaken = {
  files: MESSAGE_FILES_MAX,
  bytesEach: EVIDENCE_BYTES_MAX,
  types: MESSAGE_TYPES,
};

/** Room for every form field that we have; a text of 5,000 characters can take 20,000 bytes. */
const limitsOf = ({ files, bytesEach }: FilesTaken) => ({
  fieldNameSize: 40,
  fieldSize: FIELD_LENGTH_MAX,
  fields: 10,
  fileSize: bytesEach,
  files,
  parts: 10 + files,
  headerPairs: 20,
});

const FILES_FIELD = "evidence";

/** A form of which less comes in is called off: it would hold its part of the memory for nothing. */
const LEAST_BYTES = 40 * 1024;
const LEAST_EACH_MS = 5_000;

/** @throws PageRefusal, a page with 403, for a form that no page of ours has sent. */
export async function readUpload(request: FastifyRequest, taken: FilesTaken, arrival: Arrival): Promise<Upload> {
  // A browser that knows no files sends the words alone.
  if (!request.isMultipart()) return { fields: readForm(request), ...NONE, problem: null };
  // A request whose sender hung up while it waited for its turn would never end.
  if (request.raw.destroyed) throw new PageRefusal("validation_failed");
  const fields: Record<string, string> = Object.create(null);
  const pace = watchPace(request, arrival);
  try {
    const reading = readParts(request, { fields, taken, arrival });
    const calledOff = arrival.calledOff.then((): Upload => {
      // A reading that is given up comes to its end when the connection does.
      reading.catch(() => undefined);
      return { fields: checkForm(request, fields), ...NONE, problem: { kind: "unreadable" } };
    });
    return await Promise.race([reading, calledOff]);
  } finally {
    clearInterval(pace);
    arrival.complete();
    // What is still on its way is read and dropped: the client wouldn't read our answer before.
    request.raw.unpipe();
    request.raw.resume();
  }
}

/** By what the connection brings, so that it does not matter where in the form a slow sender is. */
function watchPace({ raw: { socket } }: FastifyRequest, arrival: Arrival): NodeJS.Timeout {
  let before = socket.bytesRead;
  return setInterval(() => {
    if (socket.bytesRead - before < LEAST_BYTES) arrival.callOff();
    before = socket.bytesRead;
  }, LEAST_EACH_MS);
}

type Reading = {
  /** Filled in as they come. */
  readonly fields: Record<string, string>;
  readonly taken: FilesTaken;
  readonly arrival: Arrival;
};

async function readParts(request: FastifyRequest, { fields, taken, arrival }: Reading): Promise<Upload> {
  const files: NewEvidence[] = [];
  const raw: RawFile[] = [];
  let current: string | undefined;
  try {
    for await (const part of request.parts({ limits: limitsOf(taken) })) {
      if (part.type === "field") {
        fields[part.fieldname] ??= clean(String(part.value));
        continue;
      }
      // The page sends its token before any file.
      checkForm(request, fields);
      current = part.filename;
      const read = await readFile(part, taken, arrival);
      if (read === null) continue;
      if ("kind" in read) return { fields, ...NONE, problem: read };
      if ("id" in read) files.push(read);
      else raw.push(read);
    }
    return { fields: checkForm(request, fields), files, raw, problem: null };
  } catch (error) {
    const kind = kindOf(error);
    if (kind === null) throw error;
    return { fields: checkForm(request, fields), ...NONE, problem: { kind, ...named(kind, current) } };
  }
}

const NONE = { files: [], raw: [] } as const;

const named = (kind: FileProblem["kind"], name: string | undefined): Pick<FileProblem, "name"> =>
  kind === "large" && name !== undefined ? { name } : {};

/** The database takes no NUL. */
const clean = (text: string): string => text.replaceAll("\0", "").toWellFormed();

/** Null for the empty part that a browser sends when no file was chosen. */
async function readFile(
  part: MultipartFile,
  { types }: FilesTaken,
  arrival: Arrival,
): Promise<NewEvidence | RawFile | FileProblem | null> {
  const chunks: Buffer[] = [];
  for await (const chunk of part.file as AsyncIterable<Buffer>) {
    arrival.hold(chunk.length);
    chunks.push(chunk);
  }
  // Browsers write a quotation mark in a name as %22 (HTML, "multipart/form-data encoding algorithm").
  const name = (part.filename ?? "").replaceAll("%22", '"');
  if (part.file.truncated) return { kind: "large", name };
  const content = Buffer.concat(chunks);
  if (content.length === 0 && name === "") return null;
  if (part.fieldname !== FILES_FIELD) return null;
  if (content.length === 0) return { kind: "empty", name };
  if (types === "raw") return { name: plainFileName(clean(name)), content };
  const type = evidenceTypeOf(content);
  if (type === null || types?.includes(type) === false) return { kind: "type", name };
  return {
    id: uuidv7() as EvidenceId,
    name: evidenceName(clean(name), type),
    type,
    content: isPhoto(type) ? withoutMetadata(type, content) : content,
  };
}

const KINDS: Readonly<Record<string, FileProblem["kind"]>> = {
  FST_REQ_FILE_TOO_LARGE: "large",
  FST_FILES_LIMIT: "many",
  FST_PARTS_LIMIT: "many",
  FST_FIELDS_LIMIT: "unreadable",
  FST_PROTO_VIOLATION: "unreadable",
  FST_INVALID_JSON_FIELD_ERROR: "unreadable",
  FST_MP_PREMATURE_CLOSE: "unreadable",
};

/** Null for what is not about the form. Busboy's own errors bear no code. */
function kindOf(error: unknown): FileProblem["kind"] | null {
  if (!(error instanceof Error)) return null;
  if ("code" in error) return KINDS[String(error.code)] ?? null;
  return /multipart|terminated early|Malformed/i.test(error.message) ? "unreadable" : null;
}

const isPhoto = (type: string): type is PhotoType => type.startsWith("image/");
