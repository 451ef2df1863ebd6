/** What the pages of people are made of: the quiet page of one panel, and links and buttons that read as links. */
import type { ComponentChildren, JSX } from "preact";
import type { Problems } from "../../../identity/seller-outcome.js";
import type { OpenInvitation } from "../../../identity/team.js";
import { consoleLocales } from "../../../words/locale.js";
import { Document, Header, LanguageSwitch, ModeMark } from "../../kit/document.js";
import { GivenName } from "../../kit/given.js";
import { useLocale, useWords } from "../../kit/language.js";
import { ownUrl } from "../../kit/next.js";
import { titled } from "../../kit/operator.js";
import type { FormFields } from "../../kit/page-context.js";
import type { PersonContext, VisitContext } from "../../kit/person-context.js";
import { Person } from "../../kit/shell.js";
import { Notice } from "../../kit/ui.js";
import { Form, type FormProps } from "./fields.js";
import { sentenceAbout, sharedWords } from "./words.js";

/** A page of one panel, for people who are not in the console yet. */
export function PlainPage({
  visit: { site, locale, seller, csrf, url, isAnswer },
  title,
  passkeys = false,
  children,
  below,
}: {
  visit: VisitContext;
  title: string;
  /** Whether the page asks for a passkey. */
  passkeys?: boolean;
  children: ComponentChildren;
  /** Under the panel. */
  below?: ComponentChildren;
}): JSX.Element {
  const words = sharedWords(locale);
  return (
    <Document site={site} locale={locale} title={titled(title)} description={words.description} passkeys={passkeys}>
      <Header site={site}>
        <ModeMark site={site} live={words.console} />
      </Header>
      <main id="main" class="mx-auto max-w-md px-4 py-8 sm:py-14">
        <section class="panel p-5 sm:p-6" aria-labelledby="title">
          <h1 id="title" class="text-2xl font-semibold tracking-tight text-balance">
            {title}
          </h1>
          {children}
        </section>
        {below === undefined ? null : <div class="muted mt-5 text-center text-sm leading-relaxed">{below}</div>}
        {seller !== null || isAnswer || csrf === "" ? null : (
          <LanguageSwitch
            csrf={csrf}
            next={ownUrl(url)}
            offered={consoleLocales()}
            class="mt-6 justify-center sm:-mx-12"
          />
        )}
      </main>
    </Document>
  );
}

/** The account of an invitation, by its name once that was checked. */
export function InvitingAccount({
  invitation: { tradingName, sellerCode },
}: {
  invitation: Pick<OpenInvitation, "tradingName" | "sellerCode">;
}): JSX.Element {
  const words = useWords(sharedWords);
  if (tradingName !== null) return <GivenName text={tradingName} />;
  return <span class="font-medium">{words.account({ sellerCode })}</span>;
}

export const Lead = ({ children }: { children: ComponentChildren }): JSX.Element => (
  <p class="muted mt-1.5 mb-5 text-sm leading-relaxed">{children}</p>
);

/** A button that reads as a link. High enough for a thumb. */
const QUIET =
  "link link-primary inline-flex min-h-11 cursor-pointer items-center text-sm font-medium underline-offset-4";

export const QuietLink = ({ href, children }: { href: string; children: ComponentChildren }): JSX.Element => (
  <a class={QUIET} href={href}>
    {children}
  </a>
);

export const QuietButton = ({ children, ...form }: FormProps): JSX.Element => (
  <Form {...form}>
    <button type="submit" class={QUIET}>
      {children}
    </button>
  </Form>
);

/** An address with what is asked for it: where one goes on to. */
export const withNext = (path: string, next: string | undefined): string =>
  next === undefined ? path : `${path}?${new URLSearchParams({ next })}`;

/** What pages take that one may come by before something else. */
export type EntryProps = {
  readonly visit: VisitContext;
  /** As it was asked for; undefined where nothing was. */
  readonly next: string | undefined;
  readonly problems: Problems;
  readonly typed: FormFields;
};

/** A step that was to follow is not there any more: this is its beginning. */
export function Ended({ problems }: { problems: Problems }): JSX.Element | null {
  const sentence = sentenceAbout(problems, "code", useLocale());
  return sentence === null ? null : <Notice tone="bad">{sentence}</Notice>;
}

/** Below the panel: who is signed in. */
export const Whose = ({ person }: { person: PersonContext }): JSX.Element => (
  <div class="px-5 text-start sm:px-6">
    <Person context={person} />
  </div>
);
