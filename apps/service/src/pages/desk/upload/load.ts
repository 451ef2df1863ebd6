import { UUID } from "../../../domain/ids.js";
import type { UploadId } from "../../../domain/rail-uploads.js";
import { findUpload, type UploadView } from "../../../store/read/desk/rail-uploads.js";
import type { Asked } from "../../kit/answer.js";
import { PageRefusal } from "../../kit/refusal.js";
import type { DeskReads } from "../load.js";

/** @throws PageRefusal not_found */
export async function loadUpload({ upload: id = "" }: Asked["params"], { db }: DeskReads): Promise<UploadView> {
  const upload = UUID.test(id) ? await findUpload(db, id as UploadId) : null;
  if (upload === null) throw new PageRefusal("not_found");
  return upload;
}
