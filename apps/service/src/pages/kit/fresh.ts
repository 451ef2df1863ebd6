/** Where money moves or access is handed out, a session has to have proved lately who uses it: a stolen one can't. */
import type { FastifyRequest } from "fastify";
import { PROOF_SECONDS } from "../../domain/security.js";
import type { Seller } from "../../identity/sellers.js";
import type { Access, Kind } from "./access.js";
import type { Answer } from "./answer.js";
import { PROVE_PATH } from "./links.js";
import type { PersonContext } from "./person-context.js";

/**
 * The way to prove it, when the last proof is older than that; null when it is not. It leads back to a page; a form is carried
 * along with what was typed into it, and posted again.
 */
export function toProof({ method, url }: FastifyRequest, { proofAge }: Seller, seconds: number): Answer | null {
  if (proofAge <= seconds) return null;
  const to = `${PROVE_PATH}?${new URLSearchParams({ next: url })}`;
  return method === "GET" ? to : { repost: to };
}

/** The same visitors, after a sign-in or a second factor of the last quarter of an hour. */
export const proved = <Context extends PersonContext, Of extends Kind, Of_ extends Access<Context, Of>>(
  access: Of_ & Access<Context, Of>,
): Of_ => ({
  ...access,
  enter: async (request, reply) => {
    const entered = await access.enter(request, reply);
    if ("instead" in entered) return entered;
    const instead = toProof(request, entered.context.seller, PROOF_SECONDS);
    return instead === null ? entered : { instead };
  },
});
