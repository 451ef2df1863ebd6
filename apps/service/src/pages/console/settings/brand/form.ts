/** Reads the form of the brand, with its picture. */
import type { NewBrand } from "../../../../commands/save-brand.js";
import { type Colour, parseColour } from "../../../../domain/brand.js";
import { LOGO_BYTES_MAX, LOGO_SIDE_MAX, type LogoProblem, readLogo } from "../../../../domain/logo.js";
import { BRAND_NAME_LENGTH } from "../../../../domain/settings.js";
import { isReservedName } from "../../../../identity/reserved-name.js";
import { sha256 } from "../../../../platform/hash.js";
import type { Locale } from "../../../../words/locale.js";
import type { Upload } from "../../../kit/upload.js";
import { oneLine, type Problems } from "../form.js";
import { brandWords, settingsWords } from "../words.js";

export type BrandForm = {
  readonly typed: { readonly name: string; readonly colour: Colour | null };
  readonly problems: Problems<"name" | "colour" | "logo">;
  readonly logo: NewBrand["logo"];
  /** To be looked at, and not saved. */
  readonly isPreview: boolean;
};

export function readBrand({ fields, files, problem }: Upload, locale: Locale): BrandForm {
  const words = brandWords(locale);
  const name = oneLine(fields["brand_name"]);
  const isOwn = fields["colour_of"] === "own";
  const colour = isOwn ? parseColour(fields["colour"] ?? "") : null;
  const content = files[0]?.content;
  const logo = content === undefined ? null : readLogo(content);
  const unread = problem === null ? null : problem.kind === "large" ? "large" : "type";
  const logoProblem = typeof logo === "string" ? logo : unread;
  return {
    typed: { name, colour },
    problems: {
      ...([...name].length > BRAND_NAME_LENGTH
        ? { name: settingsWords(locale).atMost({ most: BRAND_NAME_LENGTH }) }
        : {}),
      ...(isReservedName(name) ? { name: settingsWords(locale).nameIsOurs } : {}),
      ...(isOwn && colour === null ? { colour: words.chooseColour } : {}),
      ...(logoProblem === null ? {} : { logo: logoText(logoProblem, locale) }),
    },
    logo: logo === null || typeof logo === "string" ? null : { ...logo, hash: hashOf(logo.content) },
    isPreview: fields["do"] === "preview",
  };
}

/** Why a picture is no logo. */
function logoText(problem: LogoProblem, locale: Locale): string {
  const words = brandWords(locale);
  if (problem === "large") return words.logo_large({ kilobytes: LOGO_BYTES_MAX / 1024 });
  return problem === "sides" ? words.logo_sides({ pixels: LOGO_SIDE_MAX }) : words[`logo_${problem}`];
}

const hashOf = (content: Uint8Array): string => sha256(content).toString("hex").slice(0, 16);
