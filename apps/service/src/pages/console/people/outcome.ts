/** What the steps of signing in and up are asked with, and what comes of them. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { JSX } from "preact";
import type { People } from "../../../identity/people.js";
import { isDone, type SellerOutcome } from "../../../identity/seller-outcome.js";
import type { SellerAsking } from "../../../identity/seller-parts.js";
import type { Locale } from "../../../words/locale.js";
import type { Answer } from "../../kit/answer.js";
import { safeNext } from "../../kit/next.js";
import { setCookies } from "../../kit/page-context.js";
import { statusOf } from "./words.js";

export type PeopleServices = { readonly people: People };

export const NONE = {};

export const askingOf = (request: FastifyRequest, locale?: Locale): SellerAsking => ({
  headers: request.headers,
  address: request.ip,
  locale,
});

/** Where to go on to, as it was asked for, when it is a path of ours. */
export const nextIn = (asked: unknown): string | undefined => safeNext(asked, "") || undefined;

/** On when it is done, or the same page again. */
export function after(
  reply: FastifyReply,
  outcome: SellerOutcome,
  { on, page }: { readonly on: string; readonly page: () => JSX.Element },
): Answer {
  setCookies(reply, outcome.cookies);
  return isDone(outcome) ? on : { status: statusOf(outcome.problems), page: page() };
}
