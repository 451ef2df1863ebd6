/** What was not there, or could not be done, inside of the console: with the menu beside it and a way back. */
import { CONSOLE_PATH } from "../kit/links.js";
import { type FramedRefusal, Problem, problemTitle } from "../kit/problem.js";
import { member, person } from "./access.js";
import { Frame } from "./frame.js";
import { searchUrl } from "./links.js";
import { PersonFrame } from "./people/frame.js";

/** To people who are signed in; to buyers the page speaks of their links. */
const MISSING = "There’s nothing at this address. It may have been deleted, or the address is incomplete.";

/**
 * The page for people who may see the frame; null for others, and outside the console. Members get that of their account, others
 * who are signed in one of their own. It is the same, byte for byte, whatever was asked for, and so has no forms.
 */
export const refusedInConsole: FramedRefusal = async (code, request, reply) => {
  if (!`${request.url.split("?", 1)[0]}/`.startsWith(`${CONSOLE_PATH}/`)) return null;
  const title = problemTitle(code, "en");
  const inside = await member("read")
    .enter(request, reply)
    .catch(() => null);
  if (inside !== null && "context" in inside) {
    const context = { ...inside.context, csrf: "" };
    return (
      <Frame context={context} title={title} entry={null}>
        <Problem code={code} locale="en" text={code === "not_found" ? MISSING : undefined}>
          <p class="mt-6 flex flex-wrap justify-center gap-2">
            <a class="btn btn-primary" href={context.home}>
              Back to the overview
            </a>
            <a class="btn" href={searchUrl(context)} data-searches>
              Search
            </a>
          </p>
        </Problem>
      </Frame>
    );
  }
  const outside = await person.enter(request, reply).catch(() => null);
  if (outside === null || !("context" in outside)) return null;
  const context = { ...outside.context, csrf: "" };
  return (
    <PersonFrame person={context} title={title}>
      <Problem code={code} locale="en" text={code === "not_found" ? MISSING : undefined}>
        <p class="mt-6">
          <a class="btn btn-primary" href={`${CONSOLE_PATH}?choose=1`}>
            Your accounts
          </a>
        </p>
      </Problem>
    </PersonFrame>
  );
};
