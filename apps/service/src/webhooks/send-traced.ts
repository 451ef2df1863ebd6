/** One attempt as a part of the trace that its event came from: the receiver is told of that trace, and may go on with it. */
import type { Answer, Sender, SendRequest } from "../outbound/send.js";
import { traced } from "../platform/traces.js";
import type { Due } from "../store/queue/lanes.js";
import type { Lane } from "./lanes.js";

export const sendTraced = (
  { send }: Pick<Sender, "send">,
  request: SendRequest,
  { lane, due }: { readonly lane: Pick<Lane, "endpoint">; readonly due: Due },
): Promise<Answer> =>
  traced(
    () => ({
      name: "delivery",
      kind: "client",
      parent: due.traceparent,
      attributes: {
        "holdfast.event.type": due.type,
        "holdfast.endpoint": lane.endpoint,
        "holdfast.delivery": due.delivery,
        "holdfast.attempt": due.attempts + 1,
      },
    }),
    async (span) => {
      if (span === null) return send(request);
      const answer = await send({ ...request, headers: { ...request.headers, traceparent: span.traceparent } });
      span.set(
        answer.kind === "answered" ? { "http.response.status_code": answer.status } : { "error.type": answer.stage },
      );
      return answer;
    },
  );
