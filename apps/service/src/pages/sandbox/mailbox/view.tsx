/** The pages of the mailbox: all mails, newest first, and one of them. In English, as the API reference is. */

import type { ComponentChildren, JSX } from "preact";
import { type BillRow, type Block, type Letter, type Sender, writeMail } from "../../../mails/letter.js";
import type { Page } from "../../../store/read/page.js";
import { directionOf } from "../../../words/locale.js";
import { Document, Header, ModeMark } from "../../kit/document.js";
import { Given } from "../../kit/given.js";
import { Icon } from "../../kit/icons.js";
import { titled } from "../../kit/operator.js";
import { BackLink, OnLink } from "../../kit/pager.js";
import type { Site } from "../../kit/site.js";
import { Time } from "../../kit/times.js";
import { SANDBOX_RATES_PATH } from "../rates/links.js";
import { MAILBOX_PATH, mailboxOf } from "./links.js";

export type ShownMail = {
  readonly id: string;
  readonly recipient: string;
  readonly template: string;
  /** Unix seconds of the service's clock. */
  readonly created: number;
  readonly letter: Letter;
};

const mailPath = (id: string): string => `${MAILBOX_PATH}/${id}`;

function Frame({ site, title, children }: { site: Site; title: string; children: ComponentChildren }): JSX.Element {
  return (
    <Document site={site} title={`${titled(title)} sandbox`} description="Mails of the sandbox, for testing.">
      <Header site={site}>
        <ModeMark site={site} live="" />
      </Header>
      <main id="main" class="mx-auto max-w-5xl px-4 py-6 sm:px-6 lg:py-10">
        {children}
      </main>
    </Document>
  );
}

export function MailboxPage({ site, to, page }: { site: Site; to: string | null; page: Page<ShownMail> }): JSX.Element {
  return (
    <Frame site={site} title="Mailbox">
      <h1 class="text-2xl font-semibold tracking-tight">Mailbox</h1>
      <p class="muted mt-1.5 leading-relaxed">
        Every email of this sandbox, sent or not. Times follow the sandbox’s clock.{" "}
        <a class="link link-primary" href={SANDBOX_RATES_PATH}>
          Exchange rates
        </a>
      </p>
      <Filter to={to} />
      {page.rows.length === 0 ? <Empty to={to} /> : <Mails mails={page.rows} />}
      <Pages to={to} page={page} />
    </Frame>
  );
}

function Filter({ to }: { to: string | null }): JSX.Element {
  return (
    <form method="get" action={MAILBOX_PATH} role="search" class="mt-5">
      <label class="text-sm font-medium" for="to">
        Emails to this address
      </label>
      <div class="mt-1.5 flex flex-wrap gap-2">
        <input
          id="to"
          class="input min-w-0 flex-1 basis-64"
          name="to"
          type="text"
          inputMode="email"
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          value={to ?? ""}
        />
        <button type="submit" class="btn btn-primary">
          Show
        </button>
        {to === null ? null : (
          <a class="btn btn-outline border-base-300" href={MAILBOX_PATH}>
            All mails
          </a>
        )}
      </div>
    </form>
  );
}

function Mails({ mails }: { mails: readonly ShownMail[] }): JSX.Element {
  return (
    <ol class="panel mt-5 divide-y divide-base-300 overflow-hidden" aria-label="Mails, newest first">
      {mails.map((mail) => (
        <li class="relative grid gap-x-6 gap-y-0.5 p-4 hover:bg-base-200 sm:grid-cols-[minmax(0,1fr)_minmax(0,16rem)] sm:px-5">
          <p class="min-w-0 font-medium">
            {/* The whole line leads to the mail. */}
            <a class="after:absolute after:inset-0" href={mailPath(mail.id)}>
              <Given text={mail.letter.subject} lines={2} />
            </a>
          </p>
          <p class="muted text-sm sm:text-end">
            <Time at={mail.created} />
          </p>
          <p class="muted min-w-0 text-sm">
            <span class="sr-only">To </span>
            <Given text={mail.recipient} lines={2} />
          </p>
          <p class="muted font-mono text-xs [overflow-wrap:anywhere] sm:text-end">{mail.template}</p>
        </li>
      ))}
    </ol>
  );
}

const Empty = ({ to }: { to: string | null }): JSX.Element => (
  <div class="panel mt-5 px-5 py-12 text-center">
    <span class="mx-auto grid size-12 place-items-center rounded-2xl bg-primary/10 text-primary">
      <Icon name="mail" class="size-6" />
    </span>
    <p class="mt-3 font-semibold">No mails here</p>
    <p class="muted mx-auto mt-1 max-w-prose text-sm">
      {to === null
        ? "As soon as somebody signs in or confirms an order, what we write to them is here."
        : "Nobody has written to this address. It has to be the whole address; upper and lower case are the same."}
    </p>
  </div>
);

function Pages({ to, page: { rows, hasNewer, hasOlder } }: { to: string | null; page: Page<ShownMail> }) {
  const first = rows[0]?.id;
  const last = rows.at(-1)?.id;
  if (!hasNewer && !hasOlder) return null;
  return (
    <nav aria-label="Pages" class="mt-4 flex flex-wrap justify-between gap-2">
      {hasNewer ? (
        <BackLink text="Newer" href={mailboxOf(to, first === undefined ? {} : { after: first })} rel="prev" />
      ) : (
        <span />
      )}
      {hasOlder && last !== undefined ? (
        <OnLink text="Older" href={mailboxOf(to, { before: last })} rel="next" />
      ) : null}
    </nav>
  );
}

export function MailPage({ site, mail, publicUrl }: { site: Site; mail: ShownMail; publicUrl: string }): JSX.Element {
  const { letter } = mail;
  return (
    <Frame site={site} title={letter.subject}>
      <p class="text-sm">
        <a
          class="link link-primary inline-flex min-h-8 items-center gap-1.5 font-medium underline-offset-4"
          href={MAILBOX_PATH}
        >
          <Icon name="arrow-left" class="size-4" />
          Mailbox
        </a>
      </p>
      <h1 class="mt-2 text-2xl leading-snug font-semibold tracking-tight" lang={letter.locale}>
        <Given text={letter.subject} lines={5} />
      </h1>
      <Envelope mail={mail} />
      <article
        aria-label="The mail"
        class="panel mt-5 space-y-4 p-5 sm:p-6"
        lang={letter.locale}
        dir={directionOf(letter.locale)}
      >
        {letter.sender === undefined ? null : <From sender={letter.sender} />}
        {letter.blocks.map((block) => (
          <Shown block={block} />
        ))}
        <p class="given muted border-t border-base-300 pt-4 text-xs leading-relaxed">
          {letter.footer}{" "}
          {letter.footerLink === undefined ? null : (
            <a class="link link-primary" href={letter.footerLink.url}>
              {letter.footerLink.label}
            </a>
          )}
        </p>
      </article>
      <section aria-labelledby="text" class="mt-8">
        <div class="flex flex-wrap items-baseline justify-between gap-x-4">
          <h2 id="text" class="text-lg font-semibold tracking-tight">
            As it is sent
          </h2>
          <a class="link link-primary text-sm underline-offset-4" href={`${mailPath(mail.id)}/html`}>
            The HTML part
          </a>
        </div>
        <pre
          class="panel mt-3 p-4 font-mono text-sm leading-relaxed whitespace-pre-wrap [overflow-wrap:anywhere] sm:p-5"
          lang={letter.locale}
          dir={directionOf(letter.locale)}
        >
          <bdi>
            <Linked text={writeMail(letter).text} publicUrl={publicUrl} />
          </bdi>
        </pre>
      </section>
    </Frame>
  );
}

const From = ({ sender: { name, logo } }: { sender: Sender }): JSX.Element => (
  <div class="flex items-center gap-3">
    {logo === null ? null : (
      <img
        class="h-10 w-auto max-w-32 rounded-lg bg-white object-contain p-1"
        src={`/brand/${logo.sellerCode}/${logo.hash}`}
        width={logo.width}
        height={logo.height}
        alt=""
      />
    )}
    <p class="min-w-0 font-semibold">
      <Given text={name} lines={2} />
    </p>
  </div>
);

/** A block of the letter in the style of our pages, under their policy. */
function Shown({ block }: { block: Block }): JSX.Element {
  if ("say" in block) return <p class="given leading-relaxed">{block.say}</p>;
  if ("quote" in block) {
    return (
      <p class="given border-s-2 border-base-300 ps-4 leading-relaxed whitespace-pre-line" dir="auto">
        {block.quote.join("\n")}
      </p>
    );
  }
  if ("command" in block) {
    return (
      <p class="rounded-box bg-base-200 px-4 py-3 font-mono text-lg font-semibold [overflow-wrap:anywhere]" dir="ltr">
        {block.command}
      </p>
    );
  }
  if ("link" in block) {
    return (
      <p>
        <a
          class={block.link.isQuiet === true ? "link link-primary" : "btn btn-primary h-auto min-h-10 py-2"}
          href={block.link.url}
        >
          {block.link.label}
        </a>
      </p>
    );
  }
  if ("bill" in block) return <Bill bill={block.bill} />;
  return (
    <dl class="grid grid-cols-[fit-content(40%)_minmax(0,1fr)] gap-x-5 gap-y-1 text-sm">
      {block.facts.map(([name, value]) => (
        <>
          <dt class="muted">{name}</dt>
          <dd class="given">
            <bdi>{value}</bdi>
          </dd>
        </>
      ))}
    </dl>
  );
}

const Bill = ({ bill }: { bill: readonly BillRow[] }): JSX.Element => (
  <dl class="divide-y divide-base-300 border-t border-base-300 text-sm">
    {bill.map(({ name, amount, isTotal = false }) => (
      <div class={`flex justify-between gap-4 py-2 ${isTotal ? "font-semibold" : ""}`}>
        <dt class="given">
          <bdi>{name}</bdi>
        </dt>
        <dd class="money shrink-0">{amount}</dd>
      </div>
    ))}
  </dl>
);

function Envelope({ mail }: { mail: ShownMail }): JSX.Element {
  return (
    <dl class="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-1 text-sm">
      <dt class="muted">To</dt>
      <dd class="min-w-0">
        <a class="link link-primary underline-offset-4" href={mailboxOf(mail.recipient)}>
          <Given text={mail.recipient} lines={3} />
        </a>
      </dd>
      <dt class="muted">When</dt>
      <dd>
        <Time at={mail.created} />
      </dd>
      <dt class="muted">Template</dt>
      <dd class="min-w-0 font-mono text-xs leading-5 [overflow-wrap:anywhere]">{mail.template}</dd>
    </dl>
  );
}

/** Links of ours can be followed. Whatever else looks like one was written by somebody else. */
function Linked({ text, publicUrl }: { text: string; publicUrl: string }): JSX.Element {
  return (
    <>
      {text.split(/(\S+)/).map((word) =>
        word.startsWith(`${publicUrl}/`) ? (
          <a class="link link-primary underline-offset-4" href={word}>
            {word}
          </a>
        ) : (
          word
        ),
      )}
    </>
  );
}
