import { requestRevision } from "../../../commands/request-revision.js";
import { withFiles } from "../with-files.js";
import { RevisionPage } from "./view.js";

export const askForChanges = withFiles("requestRevision", requestRevision, RevisionPage);
