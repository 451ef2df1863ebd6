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
import { FRAMES_PATH } from "./links.js";
import { FORM_BYTES_MAX, type FormFields, type PageParts, readForm } from "./page-context.js";
import { takeOrRefuse } from "./places.js";
import { type FilesTaken, readUpload, type Upload } from "./upload.js";
import { type Arrival, openUploadBudget, type UploadBudget } from "./upload-budget.js";

export type Posted = Asked & { readonly form: FormFields };
type Uploaded = Asked & { readonly upload: Upload };

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
  /** The files that its form brings; null for a form without. */
  readonly files: FilesTaken | null;
  /** Whether live mode has no such page. */
  readonly isOfSandbox: boolean;
  /** Whether one of its fields may fill the whole form. */
  readonly takesLongText: boolean;
  readonly answer: (request: FastifyRequest, reply: FastifyReply, means: Means<Services>) => Promise<FastifyReply>;
};

type Means<Services> = {
  readonly services: Services;
  /** For the files of this form alone, so that no other form can fill it. */
  readonly room: UploadBudget;
  /** @throws PageRefusal rate_limited */
  readonly take: (places: readonly Place[]) => Promise<void>;
};

/** An address tells who may stand before it: a page of an account can't be listed without its permission. */
type KindFor<Path extends string> = Path extends `/console/:seller_code${string}`
  ? "member"
  : Path extends "/desk" | `/desk/${string}`
    ? "operator"
    : Path extends "/orders" | `/orders/${string}`
      ? "buyer"
      : Path extends `/embed/${string}`
        ? "framed" | "anybody"
        : Exclude<Kind, "member" | "operator" | "framed">;

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

/** What is done with a form that brings files. */
export type FilesAction<Context, Seen, Services> = {
  readonly files: FilesTaken;
  /**
   * Finds what the form is about, or answers in its stead where the form can have no effect. It runs before a byte of the body is
   * asked for.
   */
  readonly look: (context: Context, asked: Asked, services: Services) => Promise<Entered<Seen>>;
  readonly act: Handler<Seen, Services, Uploaded>;
};

/** A form with files, checked to be ours. It is not read from visitors who may not send it, nor where a look was enough. */
export const postFiles = <const Path extends string, Context, Seen, Services>(
  path: Path,
  access: UploadAccess<Context, KindFor<Path>>,
  { files, look, act }: FilesAction<Context, Seen, Services>,
): PageRoute<Services> => ({
  ...described("POST", path, access),
  files,
  answer: async (request, reply, { services, room, take }) => {
    if (!request.isMultipart()) readForm(request);
    const entered = await access.enter(request, reply);
    if ("instead" in entered) return send(reply, withoutFiles(entered.instead));
    await take(access.placesOf(entered.context, request));
    const about = asked(request, reply);
    const seen = await look(entered.context, about, services);
    if ("instead" in seen) return send(reply, await framed(entered.frame, seen.instead));
    const visitor = access.visitorOf(entered.context);
    const finish = async (upload: Upload): Promise<void> => {
      send(reply, await framed(entered.frame, act(seen.context, { ...about, upload }, services)));
    };
    const read = () => room.admit(async (arrival) => finish(await readUpload(request, files, arrival)));
    // Words alone wait for nobody's files, not even for their own visitor's.
    const readFirst = (arrival: Arrival) =>
      readUpload(request, files, arrival).then((upload) =>
        upload.files.length + upload.raw.length === 0 ? finish(upload) : room.inTurn(visitor, () => finish(upload)),
      );
    await (isSmall(request) ? room.admit(readFirst) : room.inTurn(visitor, read));
    return reply;
  },
});

/** Files are not carried along to where a person proves who they are: the page behind it asks for them once more. */
const withoutFiles = (instead: Answer): Answer =>
  typeof instead === "object" && "repost" in instead ? instead.repost : instead;

const isSmall = ({ headers }: FastifyRequest): boolean =>
  Number(headers["content-length"] ?? Number.POSITIVE_INFINITY) <= FORM_BYTES_MAX;

/** The sandbox alone has it. */
export const inSandbox = <Services>(route: PageRoute<Services>): PageRoute<Services> => ({
  ...route,
  isOfSandbox: true,
});

/** One field may fill the whole form, and what it holds is bounded by the page itself. */
export const withLongText = <Services>(route: PageRoute<Services>): PageRoute<Services> => ({
  ...route,
  takesLongText: true,
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
  files: null,
  isOfSandbox: false,
  takesLongText: false,
});

const taken = async <Context>(entered: Entered<Context>, take: (context: Context) => Promise<void>): Promise<void> => {
  if ("context" in entered) await take(entered.context);
};

const answered = async <Context>(
  entered: Entered<Context>,
  answer: (context: Context) => Answer | Promise<Answer>,
): Promise<Answer> => {
  if ("instead" in entered) return entered.instead;
  return framed(entered.frame, answer(entered.context));
};

/** The answer once its frame is there. */
async function framed(frame: Promise<unknown> | undefined, answer: Answer | Promise<Answer>): Promise<Answer> {
  const [said] = await Promise.all([answer, frame]);
  return said as Answer;
}

export function registerRoutes<Services extends PageParts & { readonly db: Queryable }>(
  app: FastifyInstance,
  routes: readonly PageRoute<Services>[],
  services: Services,
): void {
  const take = (places: readonly Place[]): Promise<void> => takeOrRefuse(services.db, places);
  for (const route of routes) {
    if (route.isOfSandbox && !services.site.isSandbox) continue;
    const room = openUploadBudget(roomBytes(route.files));
    if (route.files === null) add(app, route, { services, room, take });
    else
      app.register(async (scope) => {
        await scope.register(multipart);
        add(scope, route, { services, room, take });
      });
  }
}

/** Two forms of the largest size at a time, and any number of small ones: 50 MB for a form of five files of 5 MB. */
const roomBytes = (taken: FilesTaken | null): number =>
  taken === null ? 0 : Math.max(ROOM_BYTES_MIN, 2 * taken.files * taken.bytesEach);
const ROOM_BYTES_MIN = 8 * 1024 * 1024;

const add = <Services>(
  app: FastifyInstance,
  { method, path, takesLongText, answer }: PageRoute<Services>,
  means: Means<Services>,
): void => {
  app.route({
    method,
    url: path,
    config: {
      page: true,
      ...(path.startsWith(`${FRAMES_PATH}/`) ? { framed: true as const } : {}),
      ...(takesLongText ? { fieldLengthMax: FORM_BYTES_MAX } : {}),
    },
    handler: (request, reply) => answer(request, reply, means),
  });
};
