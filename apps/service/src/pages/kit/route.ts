/**
 * A route of a page: its address, who may ask, and what answers. Routes are data; here they become handlers, which
 * all check in the same order that a form is ours and that the visitor may ask. Only then the page's own part runs.
 */
import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Place } from "../../identity/places.js";
import type { Queryable } from "../../platform/database.js";
import type { Access, Entered, Kind, UploadAccess } from "./access.js";
import { type Answer, type Asked, asked, send } from "./answer.js";
import { type FormFields, type PageParts, readForm } from "./page-context.js";
import { takeOrRefuse } from "./places.js";
import { openUploadTurns, readUpload, type Upload, type UploadTurns } from "./upload.js";

export type Posted = Asked & { readonly form: FormFields };
export type Uploaded = Asked & { readonly upload: Upload };

/** What a page does when it is asked for, and what one does with a form: it answers with itself, or with where to go on. */
export type Handler<Context, Services, How = Asked> = (
  context: Context,
  asked: How,
  services: Services,
) => Answer | Promise<Answer>;

export type PageRoute<Services> = {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly kind: Kind;
  readonly permission: string | null;
  /** Whether its form brings files. */
  readonly takesFiles: boolean;
  /** Whether live mode has no such page. */
  readonly isOfSandbox: boolean;
  readonly answer: (request: FastifyRequest, reply: FastifyReply, means: Means<Services>) => Promise<FastifyReply>;
};

type Means<Services> = {
  readonly services: Services;
  readonly turns: Turns;
  /** @throws PageRefusal rate_limited */
  readonly take: (places: readonly Place[]) => Promise<void>;
};
/** Whose turn it is to hand in files: one queue a kind of visitor. */
type Turns = (kind: Kind) => UploadTurns;

/** An address tells who may stand before it: a page of an account can't be listed without its permission. */
type KindFor<Path extends string> = Path extends `/console/:seller_code${string}`
  ? "member"
  : Path extends "/desk" | `/desk/${string}`
    ? "operator"
    : Path extends "/orders" | `/orders/${string}`
      ? "buyer"
      : Exclude<Kind, "member" | "operator">;

/** A page. */
export const get = <const Path extends string, Context, Services>(
  path: Path,
  access: Access<Context, KindFor<Path>>,
  show: Handler<Context, Services>,
): PageRoute<Services> => ({
  ...described("GET", path, access),
  answer: async (request, reply, { services }) => {
    const entered = await access.enter(request, reply);
    return send(reply, await answered(entered, (context) => show(context, asked(request, reply), services)));
  },
});

/** A form, checked to be ours. */
export const post = <const Path extends string, Context, Services>(
  path: Path,
  access: Access<Context, KindFor<Path>>,
  act: Handler<Context, Services, Posted>,
): PageRoute<Services> => ({
  ...described("POST", path, access),
  answer: async (request, reply, { services, take }) => {
    const form = readForm(request);
    const entered = await access.enter(request, reply);
    await taken(entered, (context) => take(access.placesOf(context, request)));
    return send(
      reply,
      await answered(entered, (context) => act(context, { ...asked(request, reply), form }, services)),
    );
  },
});

/** What is done with a form that brings files. `look` answers first where it is clear that the form can have no effect. */
export type FilesAction<Context, Seen, Services> = {
  /** Finds what the form is about, or answers in its stead. It runs in the visitor's turn, before any file is read. */
  readonly look: (context: Context, asked: Asked, services: Services) => Promise<Entered<Seen>>;
  readonly act: Handler<Seen, Services, Uploaded>;
};

/** A form with files, checked to be ours. It is not read from visitors who may not send it, nor where a look was enough. */
export const postFiles = <const Path extends string, Context, Seen, Services>(
  path: Path,
  access: UploadAccess<Context, KindFor<Path>>,
  action: Handler<Context, Services, Uploaded> | FilesAction<Context, Seen, Services>,
): PageRoute<Services> => ({
  ...described("POST", path, access),
  takesFiles: true,
  answer: async (request, reply, { services, turns, take }) => {
    const entered = await access.enter(request, reply);
    if ("instead" in entered) return send(reply, entered.instead);
    const { context } = entered;
    await take(access.placesOf(context, request));
    const about = asked(request, reply);
    const uploaded = async (): Promise<Uploaded> => ({ ...about, upload: await readUpload(request) });
    await turns(access.kind)(access.visitorOf(context), async () => {
      if (typeof action === "function") {
        send(reply, await action(context, await uploaded(), services));
        return;
      }
      const seen = await action.look(context, about, services);
      send(reply, await answered(seen, async (found) => action.act(found, await uploaded(), services)));
    });
    return reply;
  },
});

/** The sandbox alone has it. */
export const inSandbox = <Services>(route: PageRoute<Services>): PageRoute<Services> => ({
  ...route,
  isOfSandbox: true,
});

const described = (
  method: "GET" | "POST",
  path: string,
  { kind, permission = null }: { readonly kind: Kind; readonly permission?: string | null },
): Omit<PageRoute<unknown>, "answer"> => ({
  method,
  path,
  kind,
  permission,
  takesFiles: false,
  isOfSandbox: false,
});

const taken = async <Context>(entered: Entered<Context>, take: (context: Context) => Promise<void>): Promise<void> => {
  if ("context" in entered) await take(entered.context);
};

const answered = async <Context>(
  entered: Entered<Context>,
  answer: (context: Context) => Answer | Promise<Answer>,
): Promise<Answer> => ("instead" in entered ? entered.instead : answer(entered.context));

export function registerRoutes<Services extends PageParts & { readonly db: Queryable }>(
  app: FastifyInstance,
  routes: readonly PageRoute<Services>[],
  services: Services,
): void {
  const queues = new Map<Kind, UploadTurns>();
  const turns: Turns = (kind) => {
    const queue = queues.get(kind) ?? openUploadTurns();
    queues.set(kind, queue);
    return queue;
  };
  const take = (places: readonly Place[]): Promise<void> => takeOrRefuse(services.db, places);
  for (const route of routes) {
    if (route.isOfSandbox && !services.site.isSandbox) continue;
    if (!route.takesFiles) add(app, route, { services, turns, take });
    else
      app.register(async (scope) => {
        await scope.register(multipart);
        add(scope, route, { services, turns, take });
      });
  }
}

const add = <Services>(
  app: FastifyInstance,
  { method, path, answer }: PageRoute<Services>,
  means: Means<Services>,
): void => {
  app.route({
    method,
    url: path,
    config: { page: true },
    handler: (request, reply) => answer(request, reply, means),
  });
};
