/** The ways to share a payment link: copied, by QR code, WhatsApp or email, and as a button for any page. */
import { createHash } from "node:crypto";
import type { JSX } from "preact";
import { sendPaymentLink } from "../../commands/send-payment-link.js";
import { readEmail } from "../../domain/email.js";
import type { Queryable } from "../../platform/database.js";
import { clip } from "../../words/format.js";
import { isLocale, localeName, locales } from "../../words/locale.js";
import { Icon } from "../kit/icons.js";
import { useWords } from "../kit/language.js";
import type { FormFields } from "../kit/page-context.js";
import { takeOrRefuse } from "../kit/places.js";
import { QrCode } from "../kit/qr-code.js";
import { Field, Section } from "../kit/ui.js";
import type { ConsoleContext } from "./context.js";
import { embedHtml } from "./embed-code.js";
import { embedSettingsUrl } from "./links.js";
import { CopyButton } from "./once.js";
import { sharingWords } from "./words.js";

type Props = {
  readonly context: ConsoleContext;
  readonly url: string;
  readonly title: string;
  /** Where the form that sends it by mail goes. */
  readonly sendTo: string;
  /** The customer's address, where it is known; or "". */
  readonly email: string;
};

/** Of a title in a message. */
const TITLE_LENGTH = 120;

export function Share({ isReusable, ...props }: Props & { isReusable: boolean }): JSX.Element {
  const words = useWords(sharingWords);
  return (
    <Section title={words.title} lead={isReusable ? words.leadMany : words.leadOne}>
      <div class="flex flex-wrap gap-6">
        <div class="min-w-0 flex-1 basis-72">
          <div class="flex flex-wrap items-center gap-2">
            <code class="code-inline min-w-0 flex-1 basis-64 px-2.5 py-2 select-all">{props.url}</code>
            <CopyButton text={props.url} label={words.theLink} />
          </div>
          <div class="mt-3 flex flex-wrap gap-2">
            <a class="btn btn-sm" href={props.url} target="_blank" rel="noopener">
              {words.open}
              <Icon name="external-link" class="size-4" />
            </a>
            <a class="btn btn-sm" href={whatsAppUrl(props)} target="_blank" rel="noopener noreferrer">
              <Icon name="message-square" class="size-4" />
              {words.whatsApp}
            </a>
          </div>
          {props.context.may("handleOrders") ? <Send {...props} /> : null}
          {isReusable ? <Button url={props.url} /> : null}
          {isReusable ? <Embed {...props} /> : null}
        </div>
        <QrCode text={props.url} label={words.qrCode} class="size-40 border border-base-300" />
      </div>
    </Section>
  );
}

/** A chat with whom the seller chooses there. */
const whatsAppUrl = ({ context, title, url }: Props): string => {
  const text = `${clip(title, TITLE_LENGTH)} – ${context.member.tradingName}\n${url}`;
  return `https://wa.me/?text=${encodeURIComponent(text)}`;
};

function Send({ context, sendTo, email }: Props): JSX.Element {
  const words = useWords(sharingWords);
  return (
    <details class="group mt-4" open={email !== ""}>
      <summary class="cursor-pointer text-sm font-medium">{words.byEmail}</summary>
      <form method="post" action={sendTo} class="mt-3 grid gap-x-3 sm:grid-cols-[minmax(0,1fr)_10rem]">
        <input type="hidden" name="csrf" value={context.csrf} />
        <Field label={words.email} name="send_email">
          <input
            class="input w-full"
            id="send_email"
            name="email"
            type="text"
            inputMode="email"
            autocapitalize="none"
            spellcheck={false}
            value={email}
            autocomplete="off"
            required
          />
        </Field>
        <Field label={words.language} name="send_locale">
          <select class="field h-11 py-0" id="send_locale" name="locale">
            {locales().map((one) => (
              <option value={one} selected={one === context.locale}>
                {localeName(one)}
              </option>
            ))}
          </select>
        </Field>
        <p class="muted mb-3 text-xs sm:col-span-2">{words.emailNote}</p>
        <button type="submit" class="btn btn-sm w-fit">
          <Icon name="mail" class="size-4" />
          {words.send}
        </button>
      </form>
    </details>
  );
}

/** Plain HTML: a link that looks like a button, so that no page needs a script of ours. */
const buttonHtml = (url: string, text: string): string =>
  `<a href="${url}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#00626a;color:#fff;font:600 16px/20px system-ui,sans-serif;text-decoration:none">${text}</a>`;

function Button({ url }: { url: string }): JSX.Element {
  const words = useWords(sharingWords);
  const html = buttonHtml(url, words.pay);
  return (
    <details class="group mt-4">
      <summary class="cursor-pointer text-sm font-medium">{words.button}</summary>
      <p class="muted mt-2 text-sm">{words.buttonNote}</p>
      <div class="mt-2 flex flex-wrap items-start gap-2">
        <code class="code-inline block min-w-0 flex-1 basis-64 px-2.5 py-2 text-xs whitespace-pre-wrap select-all [overflow-wrap:anywhere]">
          {html}
        </code>
        <CopyButton text={html} label={words.theButton} />
      </div>
    </details>
  );
}

/** The checkout itself in a page of the seller's, for sites that the settings allow. */
function Embed({ context, url }: Props): JSX.Element {
  const words = useWords(sharingWords);
  const html = embedHtml(context.site.origin(), url, words.pay);
  return (
    <details class="group mt-4">
      <summary class="cursor-pointer text-sm font-medium">{words.embed}</summary>
      <p class="muted mt-2 text-sm">
        {context.may("configure") ? (
          <>
            {words.embedAllow}{" "}
            <a class="link link-primary" href={embedSettingsUrl(context)}>
              {words.embedSettings}
            </a>
            .
          </>
        ) : (
          words.embedOwner
        )}{" "}
        {words.embedPaste}
      </p>
      <div class="mt-2 flex flex-wrap items-start gap-2">
        <code class="code-inline block min-w-0 flex-1 basis-64 px-2.5 py-2 text-xs whitespace-pre-wrap select-all [overflow-wrap:anywhere]">
          {html}
        </code>
        <CopyButton text={html} label={words.theEmbed} />
      </div>
    </details>
  );
}

/** False for what is no address. @throws PageRefusal rate_limited */
export async function sendLink(
  { member: { account, hostedDomain } }: ConsoleContext,
  form: FormFields,
  {
    db,
    ...what
  }: { readonly db: Queryable } & Omit<Parameters<typeof sendPaymentLink>[2], "recipient" | "locale" | "domain">,
): Promise<boolean> {
  const recipient = readEmail(form["email"] ?? "");
  if (recipient === null) return false;
  await takeOrRefuse(db, [
    { window: "mailing", subject: account },
    { window: "mailed", subject: createHash("sha256").update(recipient).digest("base64url") },
  ]);
  const { locale } = form;
  await sendPaymentLink(db, account, {
    ...what,
    recipient,
    domain: hostedDomain,
    locale: isLocale(locale) ? locale : "en",
  });
  return true;
}
