/** Who the seller is. */
import type { ComponentChildren, JSX } from "preact";
import { COUNTRIES } from "../../../../domain/countries.js";
import { PROFILE_LIMITS, type Profile } from "../../../../domain/settings.js";
import { TRADING_NAME_MAX } from "../../../../identity/seller-outcome.js";
import type { Settings } from "../../../../store/read/console/settings.js";
import type { Setup } from "../../../../store/read/console/setup.js";
import { countryName } from "../../../../words/format.js";
import type { Locale } from "../../../../words/locale.js";
import { Given } from "../../../kit/given.js";
import { useLocale, useWords } from "../../../kit/language.js";
import { maxLengthFor } from "../../../kit/max-length.js";
import { Say } from "../../../kit/say.js";
import { ButtonForm, described, Facts, Field, Notice, Section } from "../../../kit/ui.js";
import type { ConsoleContext } from "../../context.js";
import { ShowSetupAgain } from "../../overview/setup.js";
import { SettingsFrame, settingsPath } from "../frame.js";
import { profileWords, settingsWords } from "../words.js";
import type { ProfileForm } from "./form.js";

/** Every country, in the order of its names. */
function countriesIn(locale: Locale): readonly { readonly code: string; readonly name: string }[] {
  const { compare } = new Intl.Collator(locale);
  return COUNTRIES.map((code) => ({ code, name: countryName(code, locale) })).sort((a, b) => compare(a.name, b.name));
}

/** A trading name, or an address, as it was sent, and what has to be put right about it. */
type Refused = { readonly typed: string; readonly problem: string | null };

type Props = {
  readonly context: ConsoleContext;
  readonly settings: Settings;
  readonly setup: Setup;
  /** As it was sent, when something in it has to be put right. */
  readonly form?: ProfileForm;
  readonly renaming?: Refused | undefined;
  readonly readdressing?: Refused | undefined;
  readonly said?: string | undefined;
};

export function ProfilePage({ context, settings, setup, form, renaming, readdressing, said }: Props): JSX.Element {
  const { typed, problems } = form ?? { typed: settings.profile, problems: {} };
  const isWrong = Object.keys(problems).length > 0 || renaming !== undefined || readdressing !== undefined;
  const problem = !isWrong ? null : settingsWords(context.locale).notSaved;
  const words = profileWords(context.locale);
  return (
    <SettingsFrame context={context} tab="" lead={words.lead} said={said} problem={problem}>
      <form method="post" action={settingsPath(context, "")}>
        <input type="hidden" name="csrf" value={context.csrf} />
        <Section title={words.business} lead={words.businessLead}>
          <Identity settings={settings} typed={typed} problems={problems} />
        </Section>
        <Section title={words.contact} lead={words.contactLead}>
          <Contact typed={typed} problems={problems} />
        </Section>
        <button type="submit" class="btn btn-primary mb-8">
          {words.save}
        </button>
      </form>
      <Account context={context} settings={settings} renaming={renaming} readdressing={readdressing} />
      <ShowSetupAgain context={context} setup={setup} />
    </SettingsFrame>
  );
}

/** Settings that take a fresh proof of identity. Each shows its value, and a button opens its form. */
function Account({ context, settings, renaming, readdressing }: Omit<Props, "setup" | "form" | "said">): JSX.Element {
  const words = useWords(profileWords);
  const row = "flex flex-wrap items-start gap-x-4 gap-y-2 py-4 first:pt-0";
  return (
    <Section title={words.account}>
      <div class="divide-y divide-base-300 text-sm">
        <div class={row}>
          <Known label={words.tradingName}>
            <Given text={settings.tradingName} lines={2} />
          </Known>
          <TradingName context={context} settings={settings} renaming={renaming} />
        </div>
        <div class={row}>
          <Known label={words.accountEmail}>
            <bdi class="[overflow-wrap:anywhere]">{settings.email}</bdi>
          </Known>
          <AccountEmail context={context} settings={settings} readdressing={readdressing} />
        </div>
        <div class="pt-4">
          <Known label={words.sellerCode}>
            <code class="code-inline">{context.member.sellerCode}</code>
          </Known>
          <p class="muted mt-1">{words.accountLead}</p>
        </div>
      </div>
    </Section>
  );
}

const Known = ({ label, children }: { label: string; children: ComponentChildren }): JSX.Element => (
  <p class="min-w-0 flex-1 basis-48">
    <span class="muted block">{label}</span>
    <span class="block font-medium">{children}</span>
  </p>
);

/** A form behind a button, open where something in it has to be put right. */
const Change = ({ label, isOpen, children }: { label: string; isOpen: boolean; children: ComponentChildren }) => (
  <details class="min-w-0 open:basis-full" open={isOpen}>
    <summary class="btn btn-sm cursor-pointer list-none">{label}</summary>
    <div class="mt-4 max-w-md">{children}</div>
  </details>
);

/** Fixed while the account is looked at. */
function TradingName({ context, settings, renaming }: Pick<Props, "context" | "settings" | "renaming">): JSX.Element {
  const words = useWords(profileWords);
  if (settings.verificationStatus === "PENDING") return <p class="muted basis-full">{words.inReview}</p>;
  const problem = renaming?.problem ?? null;
  return (
    <Change label={words.changeTradingName} isOpen={problem !== null}>
      <form method="post" action={`${settingsPath(context, "")}/trading-name`}>
        <input type="hidden" name="csrf" value={context.csrf} />
        <Field label={words.tradingName} name="trading_name" hint={words.tradingNameLead} problem={problem}>
          <input
            {...described("trading_name", { hasHint: true, problem })}
            class={`input w-full ${problem === null ? "" : "input-error"}`}
            value={renaming?.typed ?? settings.tradingName}
            maxLength={maxLengthFor(TRADING_NAME_MAX)}
            autocomplete="organization"
            required
          />
        </Field>
        <button type="submit" class="btn btn-primary">
          {words.saveTradingName}
        </button>
      </form>
    </Change>
  );
}

/** It changes once a link that is sent to the new address has been opened. */
function AccountEmail({
  context,
  settings,
  readdressing,
}: Pick<Props, "context" | "settings" | "readdressing">): JSX.Element {
  const words = useWords(profileWords);
  const problem = readdressing?.problem ?? null;
  const path = `${settingsPath(context, "")}/account-email`;
  return (
    <>
      <Change label={words.changeAccountEmail} isOpen={problem !== null}>
        <form method="post" action={path}>
          <input type="hidden" name="csrf" value={context.csrf} />
          <Field label={words.newAccountEmail} name="account_email" hint={words.newAccountEmailHint} problem={problem}>
            <input
              {...described("account_email", { hasHint: true, problem })}
              class={`input w-full ${problem === null ? "" : "input-error"}`}
              type="text"
              inputMode="email"
              autocapitalize="none"
              spellcheck={false}
              value={readdressing?.typed ?? ""}
              autocomplete="email"
              required
            />
          </Field>
          <button type="submit" class="btn btn-primary">
            {words.sendAccountEmailLink}
          </button>
        </form>
      </Change>
      <p class="muted basis-full">{words.accountEmailFor}</p>
      {settings.emailNext === null ? null : (
        <div class="basis-full">
          <Notice tone="note">
            <Say
              text={words.accountEmailWaits}
              email={<bdi class="font-medium [overflow-wrap:anywhere]">{settings.emailNext}</bdi>}
            />
          </Notice>
          <ButtonForm
            action={`${path}/give-up`}
            csrf={context.csrf}
            label={words.keepAccountEmail}
            class="btn btn-sm mt-2"
          />
        </div>
      )}
    </>
  );
}

type Part = { readonly typed: Profile; readonly problems: ProfileForm["problems"] };

/** What was submitted to be verified is shown, and no field any more. */
function Identity({ settings, typed, problems }: Part & { readonly settings: Settings }): JSX.Element {
  const words = useWords(profileWords);
  const locale = useLocale();
  const isFixed = settings.verificationStatus === "PENDING" || settings.verificationStatus === "VERIFIED";
  const known = settings.profile;
  const fixed = {
    legalName: isFixed && known.legalName !== "",
    country: isFixed && known.country !== "",
    address: isFixed && known.address !== "",
  };
  const shown: (readonly [string, JSX.Element | string])[] = [];
  if (fixed.legalName) shown.push([words.legalName, <Given text={known.legalName} lines={3} />]);
  if (fixed.country) shown.push([words.country, countryName(known.country, locale)]);
  if (fixed.address) shown.push([words.address, <span class="whitespace-pre-line">{known.address}</span>]);
  return (
    <>
      {shown.length === 0 ? null : (
        <div class="mb-4">
          <Facts rows={shown} />
          <p class="muted mt-3 text-sm">
            {settings.verificationStatus === "VERIFIED" ? words.verified : words.inReview}
          </p>
        </div>
      )}
      {fixed.legalName ? null : <LegalName typed={typed} problems={problems} />}
      {fixed.country ? null : <Country typed={typed} problems={problems} />}
      {fixed.address ? null : <Address typed={typed} problems={problems} />}
      <TaxId typed={typed} problems={problems} />
    </>
  );
}

function LegalName({ typed, problems: { legalName: problem } }: Part): JSX.Element {
  const words = useWords(profileWords);
  return (
    <Field label={words.legalName} name="legal_name" hint={words.legalNameHint} problem={problem}>
      <input
        {...described("legal_name", { hasHint: true, problem })}
        class="input w-full"
        value={typed.legalName}
        maxLength={maxLengthFor(PROFILE_LIMITS.legalName)}
        autocomplete="organization"
      />
    </Field>
  );
}

function Country({ typed, problems: { country: problem } }: Part): JSX.Element {
  const words = useWords(profileWords);
  return (
    <Field label={words.country} name="country" problem={problem}>
      <select {...described("country", { problem })} class="field min-h-11" autocomplete="country">
        <option value="">{words.choose}</option>
        {countriesIn(useLocale()).map(({ code, name }) => (
          <option value={code} selected={code === typed.country}>
            {name}
          </option>
        ))}
      </select>
    </Field>
  );
}

function Address({ typed, problems: { address: problem } }: Part): JSX.Element {
  const words = useWords(profileWords);
  return (
    <Field label={words.address} name="address" hint={words.addressHint} problem={problem}>
      <textarea
        {...described("address", { hasHint: true, problem })}
        class="field"
        rows={3}
        maxLength={maxLengthFor(PROFILE_LIMITS.address)}
        autocomplete="street-address"
      >
        {typed.address}
      </textarea>
    </Field>
  );
}

function TaxId({ typed, problems: { taxId: problem } }: Part): JSX.Element {
  const words = useWords(profileWords);
  return (
    <Field label={words.taxId} name="tax_id" hint={words.taxIdHint} problem={problem}>
      <input
        {...described("tax_id", { hasHint: true, problem })}
        class="input w-full"
        value={typed.taxId}
        maxLength={maxLengthFor(PROFILE_LIMITS.taxId)}
        autocomplete="off"
        spellcheck={false}
      />
    </Field>
  );
}

function Contact({ typed, problems }: Part): JSX.Element {
  const words = useWords(profileWords);
  return (
    <div class="gap-x-6 sm:grid sm:grid-cols-2">
      <Field label={words.phone} name="phone" hint={words.phoneHint} problem={problems.phone}>
        <input
          {...described("phone", { hasHint: true, problem: problems.phone })}
          type="tel"
          class="input w-full"
          value={typed.phone}
          autocomplete="tel"
        />
      </Field>
      <Field label={words.supportEmail} name="support_email" problem={problems.supportEmail}>
        <input
          {...described("support_email", { problem: problems.supportEmail })}
          type="text"
          inputMode="email"
          autocapitalize="none"
          spellcheck={false}
          class="input w-full"
          value={typed.supportEmail}
          autocomplete="email"
        />
      </Field>
      <Field label={words.website} name="website" problem={problems.website}>
        <input
          {...described("website", { problem: problems.website })}
          inputMode="url"
          class="input w-full"
          value={typed.website}
          maxLength={maxLengthFor(PROFILE_LIMITS.website)}
          autocomplete="url"
        />
      </Field>
    </div>
  );
}
