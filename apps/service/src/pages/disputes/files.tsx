/** Files that were handed in: each to be downloaded, none to be opened in place. Photos are shown small, as pictures that run nothing. */
import type { JSX } from "preact";
import { EVIDENCE_TYPES, type EvidenceType } from "../../domain/evidence.js";
import type { EvidenceId } from "../../domain/ids.js";
import { MESSAGE_TYPES } from "../../domain/messages.js";
import type { HeldFile } from "../../store/read/orders/messages.js";
import { Given } from "../kit/given.js";
import { Icon } from "../kit/icons.js";
import { described, Field } from "../kit/ui.js";

/** Classes of an input that takes files. */
export const FILES_INPUT =
  "field file:me-3 file:cursor-pointer file:rounded-field file:border-0 file:bg-base-200 file:px-3 file:py-1.5 file:text-sm file:font-medium file:text-base-content";

/** Files beside what somebody writes. */
export const FilesField = ({
  label,
  hint,
  problem,
  accept,
  file,
}: {
  label: string;
  hint: string;
  problem: string | undefined;
  accept: string;
  /** The one that the problem is about, as it was called. */
  file: string | undefined;
}): JSX.Element => (
  <Field label={label} name="evidence" hint={hint} problem={problem}>
    <input
      type="file"
      multiple
      accept={accept}
      class={FILES_INPUT}
      {...described("evidence", { hasHint: true, problem })}
    />
    {file === undefined ? null : <Given text={file} lines={2} class="mt-1 text-sm" />}
  </Field>
);

export const EvidenceFiles = ({
  files,
  fileUrl,
}: {
  files: readonly HeldFile[];
  /** Where a file is downloaded. */
  fileUrl: (id: EvidenceId) => string;
}): JSX.Element => (
  <ul class="mt-1 space-y-1 text-sm">
    {files.map(({ id, name, bytes }) => (
      <li class="flex items-center gap-1.5">
        {shownOf(files).has(id) ? (
          <img
            class="size-14 shrink-0 rounded-field border border-base-300 bg-base-200 object-cover"
            src={fileUrl(id)}
            width={56}
            height={56}
            loading="lazy"
            decoding="async"
            alt=""
          />
        ) : (
          <Icon name="paperclip" class="size-4 text-primary" />
        )}
        <a class="link link-primary inline-flex min-h-8 min-w-0 items-center" href={fileUrl(id)} download>
          <Given text={name} lines={2} />
        </a>
        <bdi class="muted shrink-0 text-xs" dir="ltr">
          {size(bytes)}
        </bdi>
      </li>
    ))}
  </ul>
);

/** A browser loads a photo as a whole to show it small, and only once it is near: so much and so many of one list, no more. */
const SHOWN_BYTES_MAX = 3_000_000;
const SHOWN_MAX = 12;

function shownOf(files: readonly HeldFile[]): ReadonlySet<EvidenceId> {
  const shown = new Set<EvidenceId>();
  let left = SHOWN_BYTES_MAX;
  for (const { id, type, bytes } of files) {
    if (!type.startsWith("image/") || bytes > left || shown.size === SHOWN_MAX) continue;
    shown.add(id);
    left -= bytes;
  }
  return shown;
}

/** "820 KB"; the same letters in English, Swahili and Portuguese, and read in French and Arabic too. */
const size = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1_000))} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

/** What a field for files offers to choose. */
const accepted = (types: readonly EvidenceType[]): string =>
  types.flatMap((type) => [type, ...EVIDENCE_TYPES[type]]).join(",");

export const EVIDENCE_ACCEPT = accepted(Object.keys(EVIDENCE_TYPES) as EvidenceType[]);
export const MESSAGE_ACCEPT = accepted(MESSAGE_TYPES);
