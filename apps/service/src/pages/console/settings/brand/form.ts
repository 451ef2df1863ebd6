/** Reads the form of the brand, with its picture. */
import type { NewBrand } from "../../../../commands/save-brand.js";
import { type Colour, parseColour } from "../../../../domain/brand.js";
import { readLogo } from "../../../../domain/logo.js";
import { BRAND_NAME_LENGTH } from "../../../../domain/settings.js";
import { sha256 } from "../../../../platform/hash.js";
import type { Upload } from "../../../kit/upload.js";
import { oneLine, type Problems } from "../form.js";
import { LOGO_PROBLEMS } from "./words.js";

export type BrandForm = {
  readonly typed: { readonly name: string; readonly colour: Colour | null };
  readonly problems: Problems<"name" | "colour" | "logo">;
  readonly logo: NewBrand["logo"];
  /** To be looked at, and not saved. */
  readonly isPreview: boolean;
};

export function readBrand({ fields, files, problem }: Upload): BrandForm {
  const name = oneLine(fields["brand_name"]);
  const isOwn = fields["colour_of"] === "own";
  const colour = isOwn ? parseColour(fields["colour"] ?? "") : null;
  const content = files[0]?.content;
  const logo = content === undefined ? null : readLogo(content);
  const logoProblem =
    typeof logo === "string"
      ? LOGO_PROBLEMS[logo]
      : problem === null
        ? null
        : problem.kind === "large"
          ? LOGO_PROBLEMS.large
          : LOGO_PROBLEMS.type;
  return {
    typed: { name, colour },
    problems: {
      ...([...name].length > BRAND_NAME_LENGTH ? { name: `At most ${BRAND_NAME_LENGTH} characters.` } : {}),
      ...(isOwn && colour === null ? { colour: "Choose a colour." } : {}),
      ...(logoProblem === null ? {} : { logo: logoProblem }),
    },
    logo: logo === null || typeof logo === "string" ? null : { ...logo, hash: hashOf(logo.content) },
    isPreview: fields["do"] === "preview",
  };
}

const hashOf = (content: Uint8Array): string => sha256(content).toString("hex").slice(0, 16);
