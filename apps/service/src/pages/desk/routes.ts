/** The one way to add a page or an action to the operators' desk: for everybody else there is nothing there. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type Answer, type Asked, asked, send, toSignIn } from "../kit/answer.js";
import { CONSOLE_SIGN_IN_PATH, DESK_PATH } from "../kit/links.js";
import { type FormFields, readForm, seeOther } from "../kit/page-context.js";
import type { PersonContext } from "../kit/person-context.js";
import { openPerson } from "../kit/person-context.js";
import { PageRefusal } from "../kit/refusal.js";
import type { DeskServices } from "./services.js";

export type DeskRoutes = {
  /** `path` hangs off the desk: "/disputes" is `/desk/disputes`. */
  page(path: string, answer: (context: PersonContext, asked: Asked) => Promise<Answer>): void;
  /** A posted form, checked to be ours. */
  action(path: string, act: (context: PersonContext, form: FormFields, asked: Asked) => Promise<Answer>): void;
};

/** Adds the pages and actions of one part of the desk. */
export type RegisterDeskPart = (routes: DeskRoutes, services: DeskServices) => void;

const AS_PAGE = { config: { page: true as const } };

export const deskRoutes = (app: FastifyInstance): DeskRoutes => ({
  page: (path, answer) => {
    app.get(DESK_PATH + path, AS_PAGE, async (request, reply) => {
      const context = await enter(request, reply);
      return send(reply, context === null ? toSignIn(request) : await answer(context, asked(request, reply)));
    });
  },
  action: (path, act) => {
    app.post(DESK_PATH + path, AS_PAGE, async (request, reply) => {
      const form = readForm(request);
      const context = await enter(request, reply);
      if (context === null) return seeOther(reply, CONSOLE_SIGN_IN_PATH);
      return send(reply, await act(context, form, asked(request, reply)));
    });
  },
});

/** Null for nobody. @throws PageRefusal not_found for who is no operator. */
async function enter(request: FastifyRequest, reply: FastifyReply): Promise<PersonContext | null> {
  const person = await openPerson(request, reply);
  if (person !== null && !person.seller.isOperator) throw new PageRefusal("not_found");
  return person;
}
