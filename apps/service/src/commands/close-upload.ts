import type { Operator } from "../domain/operators.js";
import type { UploadId, UploadRefusal } from "../domain/rail-uploads.js";
import type { Result } from "../domain/result.js";
import type { Queryable } from "../platform/database.js";
import { closeUpload as close } from "../store/write/rail-uploads.js";

type Named = { readonly operator: Operator; readonly id: UploadId };

/** Another operator than who uploaded it says why it is not imported. */
export const declineUpload = (db: Queryable, named: Named, reason: string): Promise<Result<null, UploadRefusal>> =>
  close(db, named, { status: "DECLINED", reason });

/** Who uploaded it takes it back. */
export const withdrawUpload = (db: Queryable, named: Named): Promise<Result<null, UploadRefusal>> =>
  close(db, named, { status: "WITHDRAWN", reason: null });
