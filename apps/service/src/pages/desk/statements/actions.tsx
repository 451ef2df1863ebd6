/** Takes a bank's file, for another operator to import. */
import { uploadStatement } from "../../../commands/upload-statement.js";
import { StatementProblem } from "../../../domain/bank-statements.js";
import { UPLOAD_BYTES_MAX } from "../../../domain/rail-uploads.js";
import type { Answer } from "../../kit/answer.js";
import type { FilesAction } from "../../kit/route.js";
import { UNPROCESSABLE } from "../../kit/status.js";
import type { Upload } from "../../kit/upload.js";
import type { DeskContext } from "../access.js";
import { STATEMENTS_PATH, uploadPath } from "../links.js";
import type { DeskServices } from "../load.js";
import { operatorOf } from "../parts.js";
import { problemText, uploadSaid } from "../upload/said.js";
import { loadStatements } from "./load.js";
import { type Chosen, StatementsPage, TAKES } from "./view.js";

export const upload: FilesAction<DeskContext, DeskContext, DeskServices> = {
  files: { files: 1, bytesEach: UPLOAD_BYTES_MAX, types: "raw" },
  look: async (context) => ({ context }),
  act: async (context, { upload: { fields, raw, problem } }, services) => {
    const rails = services.config.providers.manual?.rails ?? [];
    const rail = rails.find(({ id }) => id === fields["rail"]);
    const [file] = raw;
    const again = (said: string): Promise<Answer> =>
      pageAgain(context, { rail: rail?.id ?? null, problem: said }, services);
    if (problem !== null) return again(FAULTS[problem.kind]);
    if (file === undefined) return again("Choose a file.");
    const name = file.name === "" ? "statement" : file.name;
    try {
      const kept = await uploadStatement(services.db, rail, {
        operator: operatorOf(context),
        name,
        content: file.content,
      });
      return kept.ok
        ? `${uploadPath(kept.value)}?said=statement-uploaded`
        : `${STATEMENTS_PATH}?said=${uploadSaid(kept, "statement-uploaded")}`;
    } catch (error) {
      if (error instanceof StatementProblem) return again(problemText(error));
      throw error;
    }
  },
};

const FAULTS = {
  large: `The file is too large: this takes ${TAKES}. Import it with \`holdfast statements import\`.`,
  empty: "The file is empty.",
  many: "Choose one file.",
  type: "Choose a file.",
  unreadable: "The file didn’t arrive whole. Send it again.",
} as const satisfies Record<NonNullable<Upload["problem"]>["kind"], string>;

async function pageAgain(context: DeskContext, chosen: Chosen, services: DeskServices): Promise<Answer> {
  const shown = await loadStatements(services);
  return {
    status: UNPROCESSABLE,
    page: <StatementsPage context={context} {...shown} chosen={chosen} said={undefined} />,
  };
}
