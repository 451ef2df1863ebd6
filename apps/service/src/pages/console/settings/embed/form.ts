/** Reads the form of the embedded checkout. */
import { FRAME_ORIGINS_MAX, readFrameOrigins } from "../../../../domain/frame-origins.js";
import type { FormFields } from "../../../kit/page-context.js";
import { embedWords } from "../words.js";

export type EmbedForm = {
  readonly typed: string;
  readonly problem: string | null;
  /** What is to be saved; null while there is a problem. */
  readonly origins: readonly string[] | null;
};

export const embedForm = (origins: readonly string[]): EmbedForm => ({
  typed: origins.join("\n"),
  problem: null,
  origins: null,
});

/** More than ten origins of the greatest length. */
const TYPED_LENGTH = 4_000;
const SHOWN_LENGTH = 80;

export function readEmbed(
  form: FormFields,
  { isSandbox, locale }: { readonly isSandbox: boolean; readonly locale: Parameters<typeof embedWords>[0] },
): EmbedForm {
  const words = embedWords(locale);
  const typed = (form["origins"] ?? "").slice(0, TYPED_LENGTH);
  const read = readFrameOrigins(typed, { isSandbox });
  if (read.ok) return { typed, problem: null, origins: read.origins };
  const problem =
    read.line === null
      ? words.many({ most: FRAME_ORIGINS_MAX })
      : words.wrong({ line: read.line.slice(0, SHOWN_LENGTH) });
  return { typed, problem, origins: null };
}
