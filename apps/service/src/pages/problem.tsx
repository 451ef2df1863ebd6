/** What a person sees where a program would get the error envelope. */
import { API_PATH, type ErrorCode } from "@holdfast/contract";
import type { FastifyRequest } from "fastify";
import type { JSX } from "preact";
import { prefersHtml } from "./accept.js";
import { Document, Header, HTML_TYPE, ModeMark, renderPage } from "./document.js";
import { Icon, type IconName } from "./icons.js";
import type { Site } from "./site.js";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Set for routes that answer people, whatever their browser says it accepts. */
    page?: true;
  }
}

type Problem = { readonly icon: IconName; readonly title: string; readonly text: string; readonly mayRetry?: true };

const NOT_FOUND: Problem = {
  icon: "search-x",
  title: "There is nothing at this address",
  text: "If you followed a link to pay for an order, part of it may be missing. Open it again from the message it came in, or ask the store for a new one.",
};
const UNAVAILABLE: Problem = {
  icon: "cloud-off",
  title: "We can’t show this page right now",
  text: "The fault is on our side and should be short. Nothing was charged or changed. Please try again in a moment.",
  mayRetry: true,
};
const BROKEN: Problem = {
  icon: "cloud-off",
  title: "Something went wrong on our side",
  text: "Nothing was charged or changed by opening this page. If it happens again, tell us the reference below.",
  mayRetry: true,
};
const REFUSED: Problem = {
  icon: "search-x",
  title: "This request can’t be handled",
  text: "This address does not take what was sent to it. Go back, and open the page from its link.",
};

const PROBLEMS: Partial<Record<ErrorCode, Problem>> = {
  not_found: NOT_FOUND,
  service_unavailable: UNAVAILABLE,
  internal_error: BROKEN,
};

export type ProblemAnswer = { readonly body: string; readonly headers: Readonly<Record<string, string>> };

/** Null where the envelope is the right answer: below the API, and for whoever does not ask for a page. */
export function answerPerson(site: Site, code: ErrorCode, request: FastifyRequest): ProblemAnswer | null {
  if (!isForPerson(request)) return null;
  return {
    body: renderPage(problemPage(site, code, request.id)),
    headers: { ...site.headers, "Content-Type": HTML_TYPE, "Cache-Control": "no-store", Vary: "Accept" },
  };
}

const API_ROOT = `/${API_PATH.split("/")[1]}/`;

function isForPerson(request: FastifyRequest): boolean {
  if (request.routeOptions?.config?.page === true) return true;
  return !request.url.startsWith(API_ROOT) && prefersHtml(request.headers.accept);
}

/** @param requestId what to quote when asking us about it. */
export const problemPage = (site: Site, code: ErrorCode, requestId: string): JSX.Element => (
  <ProblemPage site={site} problem={PROBLEMS[code] ?? REFUSED} requestId={requestId} />
);

function ProblemPage({ site, problem, requestId }: { site: Site; problem: Problem; requestId: string }): JSX.Element {
  return (
    <Document site={site} title={`${problem.title} – Holdfast`} description={problem.text}>
      <Header>
        <ModeMark site={site} live="Protected by escrow" />
      </Header>
      <main id="main" class="mx-auto max-w-xl px-4 py-16 text-center sm:py-24">
        <span class="mx-auto grid size-14 place-items-center rounded-2xl bg-primary/10 text-primary">
          <Icon name={problem.icon} class="size-7" />
        </span>
        <h1 class="mt-5 text-2xl font-semibold tracking-tight text-balance">{problem.title}</h1>
        <p class="muted mt-2 leading-relaxed text-balance">{problem.text}</p>
        {problem.mayRetry ? (
          <>
            <p class="mt-6">
              <a class="btn btn-primary" href="">
                Try again
              </a>
            </p>
            <p class="muted mt-8 font-mono text-xs [overflow-wrap:anywhere]">{requestId}</p>
          </>
        ) : null}
      </main>
    </Document>
  );
}
