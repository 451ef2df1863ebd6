/** The root of the site: what this is, where buyers and sellers sign in, and what there is to read. */
import type { ComponentChildren, JSX } from "preact";
import { Document, Footer, Header, ModeMark } from "../kit/document.js";
import { Icon, type IconName } from "../kit/icons.js";
import { CONSOLE_PATH, CONSOLE_SIGN_IN_PATH, ORDERS_PATH } from "../kit/links.js";
import { operatorName } from "../kit/operator.js";
import type { PageContext } from "../kit/page-context.js";
import { kitWords } from "../kit/words.js";
import { homeWords } from "./words.js";

export function HomePage({ context }: { context: PageContext }): JSX.Element {
  const { site, locale, csrf, buyer } = context;
  const words = homeWords(locale);
  return (
    <Document
      site={site}
      locale={locale}
      title={operatorName()}
      description={words.description}
      preview={{ title: `${operatorName()} – ${words.title}` }}
      isPublic
    >
      <Header site={site}>
        <ModeMark site={site} live={kitWords(locale).protectedBy} />
      </Header>
      <main id="main" class="mx-auto max-w-5xl px-4 pt-10 pb-8 sm:px-6 sm:pt-16">
        <h1 class="max-w-2xl text-3xl font-semibold tracking-tight text-balance sm:text-4xl">{words.title}</h1>
        <p class="muted mt-4 max-w-2xl text-lg leading-relaxed">{words.lead}</p>
        <div class="mt-8 grid gap-4 sm:grid-cols-2">
          <Side icon="package-check" title={words.buying} text={words.buyingText}>
            <a class="btn btn-primary" href={ORDERS_PATH}>
              {buyer === null ? words.toBuyer : words.toOrders}
            </a>
          </Side>
          <Side icon="store" title={words.selling} text={words.sellingText}>
            <a class="btn btn-primary" href={CONSOLE_SIGN_IN_PATH}>
              {words.toSeller}
            </a>
            <a class="btn" href={`${CONSOLE_PATH}/sign-up`}>
              {words.toSignUp}
            </a>
          </Side>
        </div>
        <How words={words} />
        <section aria-labelledby="documents" class="mt-12">
          <h2 id="documents" class="text-lg font-semibold tracking-tight">
            {words.documents}
          </h2>
          <ul class="mt-2 flex flex-wrap gap-x-6 gap-y-1 text-sm">
            <Read href="/docs">{words.reference}</Read>
            <Read href="/llms.txt">{words.overview}</Read>
            <Read href={site.urls.openApi}>{words.openApi}</Read>
            {site.isSandbox ? <Read href="/sandbox/mailbox">{words.mailbox}</Read> : null}
          </ul>
        </section>
      </main>
      <Footer site={site} locale={locale} csrf={csrf} url="/" />
    </Document>
  );
}

type Words = ReturnType<typeof homeWords>;

const STEPS = [
  ["shield-check", "pays", "paysText"],
  ["package-check", "delivers", "deliversText"],
  ["hand-coins", "approves", "approvesText"],
] as const satisfies readonly (readonly [IconName, keyof Words, keyof Words])[];

const How = ({ words }: { words: Words }): JSX.Element => (
  <section aria-labelledby="how" class="mt-12">
    <h2 id="how" class="text-lg font-semibold tracking-tight">
      {words.how}
    </h2>
    <ol class="panel mt-3 grid gap-6 p-5 sm:grid-cols-3">
      {STEPS.map(([icon, title, text]) => (
        <li class="min-w-0 text-sm">
          <h3 class="flex items-center gap-2.5 font-semibold">
            <span class="grid size-8 shrink-0 place-items-center rounded-lg bg-house/10 text-house">
              <Icon name={icon} class="size-4.5" />
            </span>
            {words[title]}
          </h3>
          <p class="muted mt-2 leading-relaxed">{words[text]}</p>
        </li>
      ))}
    </ol>
  </section>
);

/** One of the two who come here. */
const Side = ({
  icon,
  title,
  text,
  children,
}: {
  icon: IconName;
  title: string;
  text: string;
  children: ComponentChildren;
}): JSX.Element => (
  <section class="panel flex flex-col p-5 sm:p-6">
    <h2 class="flex items-center gap-2.5 text-lg font-semibold tracking-tight">
      <Icon name={icon} class="size-5 text-house" />
      {title}
    </h2>
    <p class="muted mt-1.5 mb-5 leading-relaxed">{text}</p>
    <div class="mt-auto flex flex-wrap gap-2">{children}</div>
  </section>
);

const Read = ({ href, children }: { href: string; children: string }): JSX.Element => (
  <li>
    <a class="link link-primary inline-flex min-h-8 items-center underline-offset-4" href={href}>
      {children}
    </a>
  </li>
);
