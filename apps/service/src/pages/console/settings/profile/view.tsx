/** Who the seller is. */
import type { JSX } from "preact";
import { COUNTRIES } from "../../../../domain/countries.js";
import { PROFILE_LIMITS, type Profile } from "../../../../domain/settings.js";
import type { Settings } from "../../../../store/read/console/settings.js";
import { Given } from "../../../kit/given.js";
import { described, Facts, Field, Section } from "../../../kit/ui.js";
import type { ConsoleContext } from "../../context.js";
import { SettingsFrame, settingsPath } from "../frame.js";
import { NOT_SAVED } from "../words.js";
import type { ProfileForm } from "./form.js";

const NAMES = new Intl.DisplayNames("en", { type: "region" });
const countryName = (code: string): string => (code === "" ? "" : (NAMES.of(code) ?? code));

const OPTIONS = COUNTRIES.map((code) => ({ code, name: countryName(code) })).sort((a, b) =>
  a.name.localeCompare(b.name, "en"),
);

type Props = {
  readonly context: ConsoleContext;
  readonly settings: Settings;
  /** As it was sent, when something in it has to be put right. */
  readonly form?: ProfileForm;
  readonly said?: string | undefined;
};

export function ProfilePage({ context, settings, form, said }: Props): JSX.Element {
  const { typed, problems } = form ?? { typed: settings.profile, problems: {} };
  const problem = Object.keys(problems).length === 0 ? null : NOT_SAVED;
  return (
    <SettingsFrame context={context} tab="" lead="Business details" said={said} problem={problem}>
      <form method="post" action={settingsPath(context, "")}>
        <input type="hidden" name="csrf" value={context.csrf} />
        <Section title="Business" lead="As in your documents. We verify it.">
          <Identity settings={settings} typed={typed} problems={problems} />
        </Section>
        <Section title="Contact" lead="How we and your buyers reach you.">
          <Contact typed={typed} problems={problems} />
        </Section>
        <button type="submit" class="btn btn-primary mb-8">
          Save profile
        </button>
      </form>
      <Section title="Account" lead="These can't be changed.">
        <Facts
          rows={[
            ["Trading name", <Given text={settings.tradingName} lines={2} />],
            ["Seller code", <code class="code-inline">{context.member.sellerCode}</code>],
            ["Account email", settings.email],
          ]}
        />
      </Section>
    </SettingsFrame>
  );
}

type Part = { readonly typed: Profile; readonly problems: ProfileForm["problems"] };

/** What was submitted to be verified is shown, and no field any more. */
function Identity({ settings, typed, problems }: Part & { readonly settings: Settings }): JSX.Element {
  const isFixed = settings.verificationStatus === "PENDING" || settings.verificationStatus === "VERIFIED";
  const known = settings.profile;
  const fixed = {
    legalName: isFixed && known.legalName !== "",
    country: isFixed && known.country !== "",
    address: isFixed && known.address !== "",
  };
  const shown: (readonly [string, JSX.Element | string])[] = [];
  if (fixed.legalName) shown.push(["Legal name", <Given text={known.legalName} lines={3} />]);
  if (fixed.country) shown.push(["Country", countryName(known.country)]);
  if (fixed.address) shown.push(["Address", <span class="whitespace-pre-line">{known.address}</span>]);
  return (
    <>
      {shown.length === 0 ? null : (
        <div class="mb-4">
          <Facts rows={shown} />
          <p class="muted mt-3 text-sm">
            {settings.verificationStatus === "VERIFIED"
              ? "This is verified. Contact support to change it."
              : "We're reviewing this, so it can't be changed for now."}
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

const LegalName = ({ typed, problems: { legalName: problem } }: Part): JSX.Element => (
  <Field
    label="Legal name"
    name="legal_name"
    hint="Registered company name, or your full name if self-employed"
    problem={problem}
  >
    <input
      {...described("legal_name", { hasHint: true, problem })}
      class="input w-full"
      value={typed.legalName}
      maxLength={PROFILE_LIMITS.legalName}
      autocomplete="organization"
    />
  </Field>
);

const Country = ({ typed, problems: { country: problem } }: Part): JSX.Element => (
  <Field label="Country" name="country" problem={problem}>
    <select {...described("country", { problem })} class="field min-h-11" autocomplete="country">
      <option value="">Choose…</option>
      {OPTIONS.map(({ code, name }) => (
        <option value={code} selected={code === typed.country}>
          {name}
        </option>
      ))}
    </select>
  </Field>
);

const Address = ({ typed, problems: { address: problem } }: Part): JSX.Element => (
  <Field label="Address" name="address" hint="Street, number, postal code, town." problem={problem}>
    <textarea
      {...described("address", { hasHint: true, problem })}
      class="field"
      rows={3}
      maxLength={PROFILE_LIMITS.address}
      autocomplete="street-address"
    >
      {typed.address}
    </textarea>
  </Field>
);

const TaxId = ({ typed, problems: { taxId: problem } }: Part): JSX.Element => (
  <Field
    label="Tax ID (optional)"
    name="tax_id"
    hint="Such as a VAT number or TIN. Printed with your name and address on receipts and invoices."
    problem={problem}
  >
    <input
      {...described("tax_id", { hasHint: true, problem })}
      class="input w-full"
      value={typed.taxId}
      maxLength={PROFILE_LIMITS.taxId}
      autocomplete="off"
      spellcheck={false}
    />
  </Field>
);

const Contact = ({ typed, problems }: Part): JSX.Element => (
  <div class="gap-x-6 sm:grid sm:grid-cols-2">
    <Field label="Phone" name="phone" hint="With the country's code." problem={problems.phone}>
      <input
        {...described("phone", { hasHint: true, problem: problems.phone })}
        type="tel"
        class="input w-full"
        value={typed.phone}
        maxLength={30}
        autocomplete="tel"
      />
    </Field>
    <Field label="Support email" name="support_email" problem={problems.supportEmail}>
      <input
        {...described("support_email", { problem: problems.supportEmail })}
        type="email"
        class="input w-full"
        value={typed.supportEmail}
        maxLength={PROFILE_LIMITS.supportEmail}
        autocomplete="email"
      />
    </Field>
    <Field label="Website" name="website" problem={problems.website}>
      <input
        {...described("website", { problem: problems.website })}
        inputMode="url"
        class="input w-full"
        value={typed.website}
        maxLength={PROFILE_LIMITS.website}
        autocomplete="url"
      />
    </Field>
  </div>
);
