import type { JSX } from "preact";
import { Badge } from "../../kit/badge.js";

/** The status of an answer of the API. */
export const StatusMark = ({ status }: { status: number }): JSX.Element => (
  <Badge
    tone={status < 400 ? "good" : status < 500 ? "waiting" : "bad"}
    icon={status < 400 ? "check" : status < 500 ? "circle-alert" : "x"}
    text={String(status)}
  />
);
