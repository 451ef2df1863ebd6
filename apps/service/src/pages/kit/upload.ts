/**
 * Reads a form with files. Files are looked at before they are kept, and none is kept of a form that is
 * not ours; at most {@link EVIDENCE_FILES_MAX} times {@link EVIDENCE_BYTES_MAX} bytes are held for one form.
 */
import type { MultipartFile } from "@fastify/multipart";
import type { FastifyRequest } from "fastify";
import {
  EVIDENCE_BYTES_MAX,
  EVIDENCE_FILES_MAX,
  evidenceName,
  evidenceTypeOf,
  type NewEvidence,
} from "../../domain/evidence.js";
import type { EvidenceId } from "../../domain/ids.js";
import { type PhotoType, withoutMetadata } from "../../domain/photo.js";
import { gather } from "../../platform/gather.js";
import { uuidv7 } from "../../platform/random.js";
import { checkForm, type FormFields, readForm } from "./page-context.js";
import { PageRefusal } from "./refusal.js";

/** Why the files can't be taken; `name` is the one that it is about, as it was sent. */
export type FileProblem = {
  readonly kind: "many" | "large" | "type" | "empty" | "unreadable";
  readonly name?: string;
};

export type Upload = {
  readonly fields: FormFields;
  readonly files: readonly NewEvidence[];
  readonly problem: FileProblem | null;
};

/** Room for every form field that we have; a text of 5,000 characters can take 20,000 bytes. */
const LIMITS = {
  fieldNameSize: 40,
  fieldSize: 24 * 1024,
  fields: 10,
  fileSize: EVIDENCE_BYTES_MAX,
  files: EVIDENCE_FILES_MAX,
  parts: 10 + EVIDENCE_FILES_MAX,
  headerPairs: 20,
} as const;

const FILES_FIELD = "evidence";

/** Forms with files that are read at a time for one kind of visitor in a process; each may hold 25 MB until it is written. */
const UPLOADS_AT_ONCE = 8;

/** Runs work that reads a form with files when its turn has come. Of one visitor one form is read at a time. */
export type UploadTurns = (visitor: string, work: () => Promise<void>) => Promise<void>;

type Turn = { readonly visitor: string; readonly work: () => Promise<void> };

export function openUploadTurns(): UploadTurns {
  const take = gather<Turn, void>({
    run: (turns) => Promise.all(turns.map(({ work }) => work())),
    lanes: UPLOADS_AT_ONCE,
    batchMax: 1,
    keyOf: ({ visitor }) => visitor,
  });
  return (visitor, work) => take({ visitor, work });
}

/** @throws PageRefusal, a page with 403, for a form that no page of ours has sent. */
export async function readUpload(request: FastifyRequest): Promise<Upload> {
  // A browser that knows no files sends the words alone.
  if (!request.isMultipart()) return { fields: readForm(request), files: [], problem: null };
  // Whoever has hung up while it waited for its turn would never come to an end.
  if (request.raw.destroyed) throw new PageRefusal("validation_failed");
  const fields: Record<string, string> = Object.create(null);
  const files: NewEvidence[] = [];
  let current: string | undefined;
  try {
    for await (const part of request.parts({ limits: LIMITS })) {
      if (part.type === "field") {
        fields[part.fieldname] ??= clean(String(part.value));
        continue;
      }
      // The page sends its token before any file.
      checkForm(request, fields);
      current = part.filename;
      const read = await readFile(part);
      if (read !== null && "kind" in read) return { fields, files: [], problem: read };
      if (read !== null) files.push(read);
    }
    return { fields: checkForm(request, fields), files, problem: null };
  } catch (error) {
    const kind = kindOf(error);
    if (kind === null) throw error;
    return { fields: checkForm(request, fields), files: [], problem: { kind, ...named(kind, current) } };
  } finally {
    // What is still on its way is read and dropped: whoever sends it would not read our answer before.
    request.raw.unpipe();
    request.raw.resume();
  }
}

const named = (kind: FileProblem["kind"], name: string | undefined): Pick<FileProblem, "name"> =>
  kind === "large" && name !== undefined ? { name } : {};

/** The database takes no NUL. */
const clean = (text: string): string => text.replaceAll("\0", "").toWellFormed();

/** Null for the empty part that a browser sends when no file was chosen. */
async function readFile(part: MultipartFile): Promise<NewEvidence | FileProblem | null> {
  const content = await part.toBuffer();
  // Browsers write a quotation mark in a name as %22 (HTML, "multipart/form-data encoding algorithm").
  const name = (part.filename ?? "").replaceAll("%22", '"');
  if (content.length === 0 && name === "") return null;
  if (part.fieldname !== FILES_FIELD) return null;
  if (content.length === 0) return { kind: "empty", name };
  const type = evidenceTypeOf(content);
  if (type === null) return { kind: "type", name };
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
