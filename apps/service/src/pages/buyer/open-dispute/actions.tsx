import { disputeMilestone } from "../../../commands/dispute-milestone.js";
import { withFiles } from "../with-files.js";
import { OpenDisputePage } from "./view.js";

export const openDispute = withFiles("dispute", disputeMilestone, OpenDisputePage);
