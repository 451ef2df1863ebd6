/**
 * The one way to add a page or an action to the console: each names the permission that it takes, and nothing else decides
 * who gets in. An action that went well leads on by 303, so that going back or reloading does not do it again.
 */

import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Permission } from "../../domain/permissions.js";
import { type Answer, type Asked, asked, send, toSignIn } from "../kit/answer.js";
import { CONSOLE_PATH, CONSOLE_SIGN_IN_PATH } from "../kit/links.js";
import { type FormFields, readForm, seeOther } from "../kit/page-context.js";
import { openPerson, type PersonContext } from "../kit/person-context.js";
import { PageRefusal } from "../kit/refusal.js";
import { openUploadTurns, readUpload, type Upload } from "../kit/upload.js";
import { type ConsoleContext, enterAccount } from "./context.js";

export type ConsoleRoutes = {
  /** `path` hangs off the account: "/wallet" is `/console/:seller_code/wallet`. */
  page(path: string, permission: Permission, answer: (context: ConsoleContext, asked: Asked) => Promise<Answer>): void;
  /** A posted form, checked to be ours. */
  action(
    path: string,
    permission: Permission,
    act: (context: ConsoleContext, form: FormFields, asked: Asked) => Promise<Answer>,
  ): void;
  /** A posted form with files, checked to be ours. Nothing of it is read of whoever may not. */
  upload(
    path: string,
    permission: Permission,
    act: (context: ConsoleContext, upload: Upload, asked: Asked) => Promise<Answer>,
  ): void;
};

const AS_PAGE = { config: { page: true as const } };
const ACCOUNT = `${CONSOLE_PATH}/:seller_code`;

export const consoleRoutes = (app: FastifyInstance): ConsoleRoutes => ({
  page: (path, permission, answer) => {
    app.get(ACCOUNT + path, AS_PAGE, async (request, reply) => {
      const context = await enter(request, reply, permission);
      return send(reply, context === null ? toSignIn(request) : await answer(context, asked(request, reply)));
    });
  },
  action: (path, permission, act) => {
    app.post(ACCOUNT + path, AS_PAGE, async (request, reply) => {
      const form = readForm(request);
      const context = await enter(request, reply, permission);
      // Signed out meanwhile: what was posted is not done, and the console begins anew.
      if (context === null) return seeOther(reply, CONSOLE_SIGN_IN_PATH);
      return send(reply, await act(context, form, asked(request, reply)));
    });
  },
  upload: (path, permission, act) => {
    const inTurn = openUploadTurns();
    app.register(async (scope) => {
      await scope.register(multipart);
      scope.post(ACCOUNT + path, AS_PAGE, async (request, reply) => {
        const context = await enter(request, reply, permission);
        if (context === null) return seeOther(reply, CONSOLE_SIGN_IN_PATH);
        await inTurn(context.seller.id, async () => {
          send(reply, await act(context, await readUpload(request), asked(request, reply)));
        });
        return reply;
      });
    });
  },
});

/** Null for nobody. @throws PageRefusal not_found for who does not belong there, forbidden for who may not. */
async function enter(
  request: FastifyRequest,
  reply: FastifyReply,
  permission: Permission,
): Promise<ConsoleContext | null> {
  const person: PersonContext | null = await openPerson(request, reply);
  if (person === null) return null;
  const { seller_code = "" } = request.params as Asked["params"];
  const context = enterAccount(person, seller_code);
  if (!context.may(permission)) throw new PageRefusal("forbidden");
  return context;
}
