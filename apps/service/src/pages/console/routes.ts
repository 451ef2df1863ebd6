/**
 * The one way to add a page or an action to the console: each names the permission that it takes, and nothing else decides
 * who gets in. An action that went well leads on by 303, so that going back or reloading does not do it again.
 */
import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { JSX } from "preact";
import type { Permission } from "../../domain/permissions.js";
import { HTML_TYPE, renderPage } from "../document.js";
import { openUploadTurns, readUpload, type Upload } from "../orders/upload.js";
import { type FormFields, readForm, seeOther } from "../page-context.js";
import { PageRefusal } from "../refusal.js";
import { CONSOLE_PATH, type ConsoleContext, enterAccount, openPerson, type PersonContext } from "./context.js";

/** What a page is asked with. Any text may stand in an address. */
export type Asked = {
  readonly params: Readonly<Partial<Record<string, string>>>;
  readonly query: Readonly<Partial<Record<string, string>>>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
};

/** A page; a path to go on to; or a reply that was sent otherwise, such as a file. */
export type Answer = JSX.Element | string | { readonly status: number; readonly page: JSX.Element } | FastifyReply;

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
export const SIGN_IN_PATH = `${CONSOLE_PATH}/sign-in`;

export const consoleRoutes = (app: FastifyInstance): ConsoleRoutes => ({
  page: (path, permission, answer) => {
    app.get(ACCOUNT + path, AS_PAGE, async (request, reply) => {
      const context = await enter(request, reply, permission);
      return context === null ? toSignIn(request, reply) : send(reply, await answer(context, asked(request, reply)));
    });
  },
  action: (path, permission, act) => {
    app.post(ACCOUNT + path, AS_PAGE, async (request, reply) => {
      const form = readForm(request);
      const context = await enter(request, reply, permission);
      // Signed out meanwhile: what was posted is not done, and the console begins anew.
      if (context === null) return seeOther(reply, SIGN_IN_PATH);
      return send(reply, await act(context, form, asked(request, reply)));
    });
  },
  upload: (path, permission, act) => {
    const inTurn = openUploadTurns();
    app.register(async (scope) => {
      await scope.register(multipart);
      scope.post(ACCOUNT + path, AS_PAGE, async (request, reply) => {
        const context = await enter(request, reply, permission);
        if (context === null) return seeOther(reply, SIGN_IN_PATH);
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

export const asked = (request: FastifyRequest, reply: FastifyReply): Asked => ({
  params: request.params as Asked["params"],
  query: textsOf(request.query),
  request,
  reply,
});

/** Of a parameter that comes twice the first counts. */
const textsOf = (query: unknown): Asked["query"] =>
  Object.fromEntries(
    Object.entries(query as Readonly<Record<string, unknown>>).map(([name, value]) => [
      name,
      String(Array.isArray(value) ? value[0] : value).replaceAll("\0", ""),
    ]),
  );

export const toSignIn = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  seeOther(reply, `${SIGN_IN_PATH}?next=${encodeURIComponent(request.url)}`);

export function send(reply: FastifyReply, answer: Answer): FastifyReply {
  if (reply.sent || answer === reply) return reply;
  if (typeof answer === "string") return seeOther(reply, answer);
  if ("page" in answer) return reply.code(answer.status).type(HTML_TYPE).send(renderPage(answer.page));
  return reply.type(HTML_TYPE).send(renderPage(answer as JSX.Element));
}
