/** Who may ask for a page. Each kind of visitor is known in one way, and each route names its kind. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Place } from "../../identity/places.js";
import type { Answer } from "./answer.js";
import { openPage, type PageContext } from "./page-context.js";
import { byVisitor } from "./places.js";
import type { Site } from "./site.js";

export type Kind = "anybody" | "visitor" | "framed" | "buyer" | "visit" | "person" | "member" | "operator";

/** What a handler is told about the visitor, or the answer in its place, such as the way to sign in. */
export type Entered<Context> = Inside<Context> | { readonly instead: Answer };

type Inside<Context> = {
  readonly context: Context;
  /** What the frame shows: the answer is drawn behind it. */
  readonly frame?: Promise<unknown>;
};

export type Access<Context, Of extends Kind = Kind> = {
  readonly kind: Of;
  /** Of a member, what they have to be permitted to do. */
  readonly permission?: string;
  /** The windows in which each of their forms takes a place. */
  readonly placesOf: (context: Context, request: FastifyRequest) => readonly Place[];
  /** Changes nothing but cookies. @throws PageRefusal for people without the permission. */
  readonly enter: (request: FastifyRequest, reply: FastifyReply) => Promise<Entered<Context>>;
};

/** For forms with files too: of each visitor, one such form is read at a time. */
export type UploadAccess<Context, Of extends Kind = Kind> = Access<Context, Of> & {
  readonly visitorOf: (context: Context) => string;
};

/** Open to everyone: no cookie is read or set. */
export const anybody: Access<{ readonly site: Site }, "anybody"> = {
  kind: "anybody",
  placesOf: byVisitor,
  enter: async ({ server }) => ({ context: { site: server.pageParts.site } }),
};

/** Whose files are read one form at a time: nobody else than a buyer may hand any in. */
export const asBuyer = ({ buyer }: PageContext): string => buyer?.email ?? "";

/** Somebody who may be signed in as a buyer, and need not be. */
export const visitor: UploadAccess<PageContext, "visitor"> = {
  kind: "visitor",
  placesOf: byVisitor,
  visitorOf: asBuyer,
  enter: async (request, reply) => ({ context: await openPage(request, reply) }),
};
