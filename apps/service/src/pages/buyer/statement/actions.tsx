import { writeStatement } from "../../../commands/write-statement.js";
import { STATEMENTS_MAX } from "../../../domain/decisions/negotiate.js";
import type { FilesAction } from "../../kit/route.js";
import { BAD_REQUEST } from "../../kit/status.js";
import { EVIDENCE_TAKEN } from "../../kit/upload.js";
import type { BuyerContext } from "../access.js";
import { loadScene, type OrderServices, type Scene } from "../load.js";
import { done, isDisputed, refused, sideOf } from "../negotiating.js";
import { type FormProblem, readReasonAndFiles } from "../reason.js";
import { StatementPage } from "./view.js";
import { statementWords } from "./words.js";

export const addStatement: FilesAction<BuyerContext, Scene, OrderServices> = {
  files: EVIDENCE_TAKEN,
  look: async (context, { params }, services) => {
    const scene = await loadScene(context, params, services);
    return isDisputed(scene) ? { context: scene } : { instead: refused(scene, { verb: "statement" }) };
  },
  act: async (scene, { upload }, { executor }) => {
    const { locale } = scene.context;
    const sent = readReasonAndFiles(upload, locale);
    const again = (problem: FormProblem) => ({
      status: BAD_REQUEST,
      page: <StatementPage {...scene} form={{ ...sent, problem }} />,
    });
    if (sent.problem !== null) return again(sent.problem);
    const outcome = await writeStatement(executor, sideOf(scene), { text: sent.reason, evidence: upload.files });
    return !outcome.ok && outcome.reason.code === "validation_failed"
      ? again({ field: "reason", text: statementWords(locale).problem_many({ most: STATEMENTS_MAX }) })
      : done(scene, outcome, { verb: "statement" });
  },
};
