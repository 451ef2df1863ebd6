/** What was not there, or could not be done, inside of the console: with the menu beside it and a way back. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Entered } from "../kit/access.js";
import { CONSOLE_PATH } from "../kit/links.js";
import { type FramedRefusal, Problem, problemTitle } from "../kit/problem.js";
import { member, person } from "./access.js";
import type { ConsoleContext } from "./context.js";
import { Frame } from "./frame.js";
import { searchUrl } from "./links.js";
import { PersonFrame } from "./people/frame.js";
import { refusedWords } from "./words.js";

async function enterWithFrame(request: FastifyRequest, reply: FastifyReply): Promise<Entered<ConsoleContext>> {
  const entered = await member("read").enter(request, reply);
  if ("context" in entered) await entered.frame;
  return entered;
}

/**
 * The page for people who may see the frame; null for others, and outside the console. Members get that of their account, others
 * who are signed in one of their own. It is the same, byte for byte, whatever was asked for, and so has no forms.
 */
export const refusedInConsole: FramedRefusal = async (refused, request, reply) => {
  const { code } = refused;
  if (!`${request.url.split("?", 1)[0]}/`.startsWith(`${CONSOLE_PATH}/`)) return null;
  const inside = await enterWithFrame(request, reply).catch(() => null);
  if (inside !== null && "context" in inside) {
    const context = { ...inside.context, csrf: "" };
    const { locale } = context;
    const words = refusedWords(locale);
    return (
      <Frame context={context} title={problemTitle(code, locale)} entry={null}>
        <Problem refused={refused} locale={locale} text={code === "not_found" ? words.missing : undefined}>
          <p class="mt-6 flex flex-wrap justify-center gap-2">
            <a class="btn btn-primary" href={context.home}>
              {words.toOverview}
            </a>
            <a class="btn" href={searchUrl(context)} data-searches>
              {words.search}
            </a>
          </p>
        </Problem>
      </Frame>
    );
  }
  const outside = await person.enter(request, reply).catch(() => null);
  if (outside === null || !("context" in outside)) return null;
  const { seller, locale } = outside.context;
  // Of several cells any may be asked for an account that is nobody's: the accounts in its menu would tell which it was.
  const memberships = seller.mayHaveMore ? [] : seller.memberships;
  const context = { ...outside.context, seller: { ...seller, memberships }, csrf: "" };
  const words = refusedWords(locale);
  return (
    <PersonFrame person={context} title={problemTitle(code, locale)}>
      <Problem refused={refused} locale={locale} text={code === "not_found" ? words.missing : undefined}>
        <p class="mt-6">
          <a class="btn btn-primary" href={`${CONSOLE_PATH}?choose=1`}>
            {words.accounts}
          </a>
        </p>
      </Problem>
    </PersonFrame>
  );
};
