/** The root of the site: what this is, how it looks and what it costs, where buyers and sellers sign in, and what there is to read. */
import type { ComponentChildren, JSX } from "preact";
import { type FeeSchedule, feesFor } from "../../domain/fees.js";
import { cents, ZERO } from "../../domain/money.js";
import { SAMPLE_AMOUNT } from "../../domain/sample-order.js";
import { share, usd } from "../../words/format.js";
import { area } from "../../words/locale.js";
import { CodeTabs, highlight } from "../kit/code.js";
import { Document, Footer, Header, ModeMark } from "../kit/document.js";
import { Icon, type IconName } from "../kit/icons.js";
import { useLocale } from "../kit/language.js";
import { CONSOLE_PATH, CONSOLE_SIGN_IN_PATH, ORDERS_PATH } from "../kit/links.js";
import { operatorName } from "../kit/operator.js";
import type { PageContext } from "../kit/page-context.js";
import { NO_KEY, sessionSnippets } from "../kit/session-snippets.js";
import { kitWords } from "../kit/words.js";
import { CheckoutPicture, CheckPicture, ConsolePicture, OrderPicture } from "./pictures.js";
import { homeWords } from "./words.js";

type Props = {
  readonly context: PageContext;
  /** What this deployment charges. */
  readonly fees: FeeSchedule;
  readonly apiUrl: string;
  /** Whether there is a seller to try the checkout with. */
  readonly canTry: boolean;
};

const SIGN_UP_PATH = `${CONSOLE_PATH}/sign-up`;
const QUICK_START_PATH = "/docs/guides/quick-start";

export function HomePage({ context, fees, apiUrl, canTry }: Props): JSX.Element {
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
      documents
    >
      <Header site={site}>
        <Navigation context={context} words={words} />
      </Header>
      <main id="main" class="mx-auto max-w-5xl px-4 pt-8 pb-8 sm:px-6 lg:pt-14">
        <div class="grid items-center gap-10 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-14">
          <div>
            <h1 class="text-3xl font-semibold tracking-tight text-balance sm:text-5xl">{words.title}</h1>
            <p class="muted mt-4 text-lg leading-relaxed">{words.lead}</p>
            <Begin csrf={csrf} canTry={canTry} words={words} />
          </div>
          <CheckoutPicture fees={fees} />
        </div>
        <How words={words} />
        <Looks words={words} />
        <Build words={words} apiUrl={apiUrl}>
          <Read href={QUICK_START_PATH}>{words.quickStart}</Read>
          <Read href="/docs/guides">{words.guides}</Read>
          <Read href="/docs">{words.reference}</Read>
          <Read href={site.urls.openApi}>{words.openApi}</Read>
          <Read href="/llms.txt">{words.overview}</Read>
          {site.isSandbox ? <Read href="/sandbox/mailbox">{words.mailbox}</Read> : null}
        </Build>
        <Costs words={words} fees={fees} />
        <div class="mt-14 grid gap-4 sm:grid-cols-2">
          <Side icon="package-check" title={words.buying} text={words.buyingText}>
            <a class="btn btn-primary" href={ORDERS_PATH}>
              {buyer === null ? words.toBuyer : words.toOrders}
            </a>
          </Side>
          <Side icon="store" title={words.selling} text={words.sellingText}>
            <a class="btn btn-primary" href={CONSOLE_SIGN_IN_PATH}>
              {words.toSeller}
            </a>
            <a class="btn" href={SIGN_UP_PATH}>
              {words.toSignUp}
            </a>
          </Side>
        </div>
      </main>
      <Footer site={site} locale={locale} csrf={csrf} url="/" />
    </Document>
  );
}

type Words = ReturnType<typeof homeWords>;

const Navigation = ({ context: { site, locale }, words }: { context: PageContext; words: Words }): JSX.Element => (
  <div class="flex items-center gap-1 text-sm font-medium">
    <nav aria-label={words.documents} class="flex items-center gap-1">
      <a
        class="inline-flex min-h-9 items-center rounded-field px-2.5 hover:bg-base-200 max-sm:hidden"
        href="/docs/guides"
      >
        {words.navDocs}
      </a>
      <a class="inline-flex min-h-9 items-center rounded-field px-2.5 hover:bg-base-200" href={CONSOLE_SIGN_IN_PATH}>
        {words.navSignIn}
      </a>
      <a class="btn btn-sm me-2 max-md:hidden" href={SIGN_UP_PATH}>
        {words.toSignUp}
      </a>
    </nav>
    {site.isSandbox ? <ModeMark site={site} live={kitWords(locale).protectedBy} isNarrow /> : null}
  </div>
);

/** In the sandbox the checkout can be tried by anybody, in live mode there is none to try. */
const Begin = ({ csrf, canTry, words }: { csrf: string; canTry: boolean; words: Words }): JSX.Element => (
  <>
    <div class="mt-7 flex flex-wrap gap-3">
      {canTry ? (
        <form method="post" action="/sandbox/checkout">
          <input type="hidden" name="csrf" value={csrf} />
          <button type="submit" class="btn btn-primary">
            <Icon name="credit-card" class="size-4.5" />
            {words.tryIt}
          </button>
        </form>
      ) : null}
      <a class={canTry ? "btn" : "btn btn-primary"} href={SIGN_UP_PATH}>
        {words.toSignUp}
      </a>
    </div>
    {canTry ? <p class="muted mt-3 text-sm">{words.tryNote}</p> : null}
  </>
);

const STEPS = [
  ["shield-check", "pays", "paysText"],
  ["package-check", "delivers", "deliversText"],
  ["hand-coins", "approves", "approvesText"],
] as const satisfies readonly (readonly [IconName, keyof Words, keyof Words])[];

const How = ({ words }: { words: Words }): JSX.Element => (
  <Part id="how" title={words.how}>
    <ol class="panel mt-5 grid gap-6 p-5 sm:grid-cols-3">
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
  </Part>
);

const Part = ({ id, title, children }: { id: string; title: string; children: ComponentChildren }): JSX.Element => (
  <section aria-labelledby={id} class="mt-14">
    <h2 id={id} class="text-2xl font-semibold tracking-tight">
      {title}
    </h2>
    {children}
  </section>
);

const LOOKS = [
  [OrderPicture, "orderTitle", "orderText"],
  [ConsolePicture, "consoleTitle", "consoleText"],
  [CheckPicture, "checkTitle", "checkText"],
] as const satisfies readonly (readonly [() => JSX.Element, keyof Words, keyof Words])[];

const Looks = ({ words }: { words: Words }): JSX.Element => (
  <Part id="looks" title={words.see}>
    <ul class="mt-5 grid gap-8 md:grid-cols-3 md:gap-6">
      {LOOKS.map(([Shown, title, text]) => (
        <li class="min-w-0">
          <Shown />
          <h3 class="mt-4 font-semibold">{words[title]}</h3>
          <p class="muted mt-1 text-sm leading-relaxed">{words[text]}</p>
        </li>
      ))}
    </ul>
  </Part>
);

/** The same copy words as on a checkout. */
const paymentWords = area("checkout")("payment");

function Build({
  words,
  apiUrl,
  children,
}: {
  words: Words;
  apiUrl: string;
  children: ComponentChildren;
}): JSX.Element {
  const { copy, copied } = paymentWords(useLocale());
  return (
    <Part id="documents" title={words.codeTitle}>
      <div class="mt-3 grid gap-x-10 gap-y-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <div>
          <p class="muted leading-relaxed">{words.codeText}</p>
          <ul class="mt-4 flex flex-wrap gap-x-6 gap-y-1 text-sm">{children}</ul>
        </div>
        <div class="min-w-0" dir="ltr">
          <CodeTabs
            name="session"
            label={words.codeTitle}
            words={{ copy, copied }}
            samples={sessionSnippets({ base: apiUrl, key: NO_KEY }).map(({ language, code }) => ({
              language,
              code: highlight(code),
            }))}
          />
        </div>
      </div>
    </Part>
  );
}

/** What the configuration says; what was agreed with a seller is theirs. */
function Costs({ words, fees }: { words: Words; fees: FeeSchedule }): JSX.Element {
  const locale = useLocale();
  const { basisPoints, fixed, min, max } = fees;
  const parts = [
    ...(basisPoints > 0 ? [share(basisPoints, locale)] : []),
    ...(fixed > ZERO ? [usd(fixed, locale)] : []),
  ];
  const isFree = feesFor(SAMPLE_AMOUNT, fees) === ZERO;
  const fee = parts.length === 0 ? usd(min, locale) : parts.join(" + ");
  const total = cents(SAMPLE_AMOUNT + feesFor(SAMPLE_AMOUNT, fees));
  return (
    <Part id="costs" title={words.costs}>
      <div class="panel mt-5 flex flex-wrap items-baseline gap-x-8 gap-y-3 p-5 sm:p-6">
        <p class="text-3xl font-semibold tracking-tight whitespace-nowrap tabular-nums">
          {isFree ? usd(ZERO, locale) : fee}
        </p>
        <p class="muted min-w-0 flex-1 basis-72 leading-relaxed">
          {isFree ? (
            words.costsNothing
          ) : (
            <>
              {words.costsText} {parts.length > 0 && min > fixed ? words.costsLeast({ min: usd(min, locale) }) : null}{" "}
              {max === null ? null : words.costsMost({ max: usd(max, locale) })}{" "}
              {words.costsExample({ price: usd(SAMPLE_AMOUNT, locale), total: usd(total, locale) })}
            </>
          )}
        </p>
      </div>
    </Part>
  );
}

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
