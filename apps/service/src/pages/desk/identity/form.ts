/** Reads what was typed of the identity. Parts that the environment sets stay as they are written down. */
import type { Colour } from "../../../domain/brand.js";
import {
  type IdentityTexts,
  isAtHome,
  LINK_PARTS,
  READINGS,
  TEXT_PARTS,
  type TextPart,
  UNNAMED,
} from "../../../domain/operator-identity.js";
import type { FormFields } from "../../kit/page-context.js";
import { NO_REASON, readReason, type TypedReason } from "../parts.js";
import type { IdentityScene } from "./load.js";

export type IdentityForm = {
  /** As it was typed. */
  readonly typed: Readonly<Record<TextPart, string>>;
  readonly softwareLine: boolean;
  readonly problems: Readonly<Partial<Record<TextPart, string>>>;
  readonly reason: TypedReason;
  /** What may be kept; null where something is to be put right. */
  readonly texts: IdentityTexts | null;
  /** To be looked at, and not saved. */
  readonly isPreview: boolean;
};

/** As they are written down; "" for the product's and for none. */
const writtenDown = ({ stored: { given } }: IdentityScene): Record<TextPart, string> =>
  Object.fromEntries(TEXT_PARTS.map((part) => [part, given[part] ?? ""])) as Record<TextPart, string>;

export const untouched = (scene: IdentityScene): IdentityForm => ({
  typed: writtenDown(scene),
  softwareLine: scene.stored.given.softwareLine ?? UNNAMED.softwareLine,
  problems: {},
  reason: NO_REASON,
  texts: null,
  isPreview: false,
});

export function readIdentity(fields: FormFields, scene: IdentityScene): IdentityForm {
  const { fixed, homes } = scene;
  const kept = writtenDown(scene);
  const typed = { ...kept };
  const read: Record<string, string | null> = { ...kept, colour: kept.colour === "" ? null : kept.colour };
  const problems: Partial<Record<TextPart, string>> = {};
  for (const part of TEXT_PARTS) {
    if (fixed[part] !== undefined) continue;
    const text = (fields[part] ?? "").trim();
    typed[part] = text;
    const value = text === "" ? "" : READINGS[part].read(text);
    if (value === null) problems[part] = `This takes ${READINGS[part].takes}.`;
    else if (isLink(part) && value !== "" && !isAtHome(value, homes)) problems[part] = awayText(part, homes);
    else read[part] = part === "colour" && value === "" ? null : value;
  }
  const isFixedLine = fixed.softwareLine !== undefined;
  const softwareLine = isFixedLine ? untouched(scene).softwareLine : fields["softwareLine"] === "on";
  const isPreview = fields["do"] === "preview";
  const reason = isPreview ? { reason: fields["reason"] ?? "", problem: null } : readReason(fields["reason"]);
  const isRight = Object.keys(problems).length === 0 && reason.problem === null;
  const texts = { ...read, colour: read["colour"] as Colour | null, softwareLine } as unknown as IdentityTexts;
  return { typed, softwareLine, problems, reason, texts: isRight ? texts : null, isPreview };
}

const isLink = (part: TextPart): boolean => (LINK_PARTS as readonly TextPart[]).includes(part);

/** The environment may name any domain; a person at the desk sends nobody elsewhere. */
const awayText = (part: TextPart, homes: readonly string[]): string =>
  `This ${part === "supportEmail" ? "is an address" : "leads to a page"} of another domain: it takes one at ${[...new Set(homes)].join(" or ")}, or below. The environment can set another.`;
