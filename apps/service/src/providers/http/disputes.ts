/** What payers' banks dispute, by the adapter's own id of it. */
import type { Disputes } from "../port.js";
import { Unreadable } from "../unreadable.js";
import { objectIn, textIn } from "./answers.js";
import type { HttpAsking } from "./client.js";
import { disputeReportIn } from "./reports.js";

const pathOf = (theirId: string): string => `/disputes/${encodeURIComponent(theirId)}`;

export const openDisputes = ({ ask }: HttpAsking, files: Disputes["files"]): Disputes => ({
  files,
  lookUp: async (theirId) => {
    const answer = await ask({ path: pathOf(theirId), body: null }, ["known", "unknown"]);
    if (answer.kind === "unreachable") return answer;
    if (answer.word === "unknown") return { kind: "unknown" };
    const report = disputeReportIn(objectIn(answer.said, "report"));
    if (report.theirId !== theirId) throw new Unreadable("it tells of another dispute than it was asked for");
    return { kind: "known", report };
  },
  answer: async ({ theirId, product, buyer, deliveredOn, story, files: given }) => {
    const taken = given.filter(({ type }) => files.types.includes(type)).slice(0, files.most);
    const body = {
      product,
      buyer,
      delivered_on: deliveredOn,
      story,
      files: taken.map(({ name, type, content }) => ({ name, type, content: Buffer.from(content).toString("base64") })),
    };
    const answer = await ask({ path: `${pathOf(theirId)}/evidence`, body }, ["taken", "refused"]);
    if (answer.kind === "unreachable") return answer;
    return answer.word === "taken" ? { kind: "taken" } : { kind: "refused", reason: textIn(answer.said, "reason") };
  },
});
