/** Pieces that pages about uploaded statements share. */
import type { JSX } from "preact";
import type { UploadStatus } from "../../../domain/rail-uploads.js";
import { Badge } from "../../kit/badge.js";
import type { StatusLook } from "../../kit/badges.js";

const LOOKS = {
  PENDING: [{ tone: "waiting", icon: "clock" }, "To be imported"],
  IMPORTED: [{ tone: "good", icon: "circle-check" }, "Imported"],
  DECLINED: [{ tone: "over", icon: "circle-x" }, "Declined"],
  WITHDRAWN: [{ tone: "over", icon: "circle-x" }, "Withdrawn"],
} as const satisfies Record<UploadStatus, readonly [StatusLook, string]>;

export function UploadBadge({ status }: { status: UploadStatus }): JSX.Element {
  const [look, text] = LOOKS[status];
  return <Badge {...look} text={text} />;
}
