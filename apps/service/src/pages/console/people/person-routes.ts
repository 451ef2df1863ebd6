/** The one way to add a page or an action of who is signed in, whatever the account. */
import type { FastifyInstance } from "fastify";
import { type Answer, type Asked, asked, send, toSignIn } from "../../kit/answer.js";
import { CONSOLE_PATH, CONSOLE_SIGN_IN_PATH } from "../../kit/links.js";
import { type FormFields, readForm, seeOther } from "../../kit/page-context.js";
import { openPerson, type PersonContext } from "../../kit/person-context.js";

export type PersonRoutes = {
  /** `path` hangs off the console: "/me" is `/console/me`. */
  page(path: string, answer: (person: PersonContext, asked: Asked) => Promise<Answer>): void;
  /** A posted form, checked to be ours. */
  action(path: string, act: (person: PersonContext, form: FormFields, asked: Asked) => Promise<Answer>): void;
};

const AS_PAGE = { config: { page: true as const } };

export const personRoutes = (app: FastifyInstance): PersonRoutes => ({
  page: (path, answer) => {
    app.get(CONSOLE_PATH + path, AS_PAGE, async (request, reply) => {
      const person = await openPerson(request, reply);
      return send(reply, person === null ? toSignIn(request) : await answer(person, asked(request, reply)));
    });
  },
  action: (path, act) => {
    app.post(CONSOLE_PATH + path, AS_PAGE, async (request, reply) => {
      const form = readForm(request);
      const person = await openPerson(request, reply);
      if (person === null) return seeOther(reply, CONSOLE_SIGN_IN_PATH);
      return send(reply, await act(person, form, asked(request, reply)));
    });
  },
});
