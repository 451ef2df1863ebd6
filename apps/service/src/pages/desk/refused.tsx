/** What was not there, or could not be done, inside of the desk: with the menu beside it and a way back. */
import { DESK_PATH } from "../kit/links.js";
import { type FramedRefusal, Problem, problemTitle } from "../kit/problem.js";
import { operator } from "./access.js";
import { DeskFrame } from "./frame.js";

/** The page for operators; null for everybody else, to whom nothing tells that there is a desk, and outside of it. */
export const refusedInDesk: FramedRefusal = async (refused, request, reply) => {
  const { code } = refused;
  if (!`${request.url.split("?", 1)[0]}/`.startsWith(`${DESK_PATH}/`)) return null;
  const inside = await operator.enter(request, reply).catch(() => null);
  if (inside === null || !("context" in inside)) return null;
  const context = { ...inside.context, csrf: "" };
  return (
    <DeskFrame context={context} title={problemTitle(code, "en")} entry={null}>
      <Problem
        refused={refused}
        locale="en"
        text={code === "not_found" ? "There’s nothing at this address, or it no longer waits." : undefined}
      >
        <p class="mt-6">
          <a class="btn btn-primary" href={DESK_PATH}>
            Back to the desk
          </a>
        </p>
      </Problem>
    </DeskFrame>
  );
};
