import type { Handler } from "../../kit/route.js";
import type { DeskContext } from "../access.js";
import type { DeskReads } from "../load.js";
import { NO_REASON } from "../parts.js";
import { loadUpload } from "./load.js";
import { UploadPage } from "./view.js";

export const showUpload: Handler<DeskContext, DeskReads> = async (context, { params, query }, services) => (
  <UploadPage
    context={context}
    upload={await loadUpload(params, services)}
    problem={null}
    reason={NO_REASON}
    said={query["said"]}
  />
);
