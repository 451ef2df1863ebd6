/** How the seller looks to buyers: name, logo and colour, with a preview in both looks. */
import type { JSX } from "preact";
import { type Colour, themeOf } from "../../../../domain/brand.js";
import { LOGO_BYTES_MAX } from "../../../../domain/logo.js";
import { BRAND_NAME_LENGTH } from "../../../../domain/settings.js";
import type { Brand } from "../../../../store/read/brand.js";
import type { Locale } from "../../../../words/locale.js";
import { BrandMark } from "../../../kit/brand.js";
import { Given } from "../../../kit/given.js";
import { Icon } from "../../../kit/icons.js";
import { useLocale, useWords } from "../../../kit/language.js";
import { maxLengthFor } from "../../../kit/max-length.js";
import { ButtonForm, described, Field, FieldProblem, Notice, Section } from "../../../kit/ui.js";
import type { ConsoleContext } from "../../context.js";
import { Choice } from "../choice.js";
import { SettingsFrame, settingsPath } from "../frame.js";
import { brandWords, settingsWords } from "../words.js";
import type { BrandForm } from "./form.js";

/** Of our own pages: what the picker begins with. */
const OUR_COLOUR = "#00646b";

type Props = {
  readonly context: ConsoleContext;
  /** As it is saved. */
  readonly brand: Brand;
  readonly form?: BrandForm;
  readonly said?: string | undefined;
};

export function BrandPage({ context, brand, form, said }: Props): JSX.Element {
  const words = brandWords(context.locale);
  const { name, colour } = form?.typed ?? brand;
  const problems = form?.problems ?? {};
  const hasProblem = Object.keys(problems).length > 0;
  return (
    <SettingsFrame
      context={context}
      tab="/brand"
      lead={words.lead}
      said={said}
      problem={hasProblem ? settingsWords(context.locale).notSaved : null}
      colour={colour}
    >
      {form?.isPreview === true && !hasProblem ? <Notice tone="note">{words.previewOnly}</Notice> : null}
      <div class="gap-6 xl:grid xl:grid-cols-2">
        <div class="min-w-0">
          <Section title={words.title}>
            <form method="post" action={settingsPath(context, "/brand")} enctype="multipart/form-data">
              <input type="hidden" name="csrf" value={context.csrf} />
              <Name name={name} problem={problems.name} />
              <ColourChoice colour={colour} problem={problems.colour} />
              <LogoChoice hasLogo={brand.logo !== null} problem={problems.logo} />
              <div class="flex flex-wrap gap-2">
                <button type="submit" class="btn btn-primary">
                  {words.save}
                </button>
                <button type="submit" name="do" value="preview" class="btn">
                  <Icon name="eye" class="size-4" />
                  {words.preview}
                </button>
              </div>
            </form>
            {brand.logo === null ? null : (
              <div class="mt-4 border-t border-base-300 pt-4">
                <ButtonForm
                  action={`${settingsPath(context, "/brand")}/logo/remove`}
                  csrf={context.csrf}
                  label={words.removeLogo}
                  icon="x"
                />
              </div>
            )}
          </Section>
        </div>
        <div class="min-w-0">
          <Preview context={context} brand={{ ...brand, name, colour }} />
        </div>
      </div>
    </SettingsFrame>
  );
}

function Name({ name, problem }: { name: string; problem: string | undefined }): JSX.Element {
  const words = useWords(brandWords);
  return (
    <Field label={words.name} name="brand_name" hint={words.nameHint} problem={problem}>
      <input
        {...described("brand_name", { hasHint: true, problem })}
        class="input w-full"
        value={name}
        maxLength={maxLengthFor(BRAND_NAME_LENGTH)}
      />
    </Field>
  );
}

function ColourChoice({ colour, problem }: { colour: Colour | null; problem: string | undefined }): JSX.Element {
  const locale = useLocale();
  const words = brandWords(locale);
  return (
    <fieldset class="mb-4">
      <legend class="mb-1 text-sm font-medium">{words.colour}</legend>
      <Choice name="colour_of" value="ours" label={words.ours} isChosen={colour === null} />
      <div class="flex flex-wrap items-center gap-x-3">
        <Choice name="colour_of" value="own" label={words.own} isChosen={colour !== null} />
        <input
          {...described("colour", { hasHint: true, problem })}
          type="color"
          aria-label={words.yourColour}
          class="h-11 w-16 cursor-pointer rounded-field border border-base-300 bg-base-100 p-1"
          value={colour ?? OUR_COLOUR}
        />
      </div>
      <p id="colour-hint" class="muted mt-1 text-xs leading-relaxed">
        {colour === null ? words.adjusted : adaptedText(colour, locale)}
      </p>
      {problem === undefined ? null : <FieldProblem id="colour-problem">{problem}</FieldProblem>}
    </fieldset>
  );
}

/** Whether buyers see the very colour, and if not, which one. */
function adaptedText(own: Colour, locale: Locale): string {
  const words = brandWords(locale);
  const { light, dark } = themeOf(own);
  if (light.primary === own)
    return dark.primary === own ? words.readable({ colour: own }) : words.onDark({ colour: own, dark: dark.primary });
  if (dark.primary === own) return words.onLight({ colour: own, light: light.primary });
  return words.onBoth({ own, light: light.primary, dark: dark.primary });
}

function LogoChoice({ hasLogo, problem }: { hasLogo: boolean; problem: string | undefined }): JSX.Element {
  const words = useWords(brandWords);
  return (
    <Field
      label={hasLogo ? words.anotherLogo : words.logo}
      name="evidence"
      hint={words.logoHint({ kilobytes: LOGO_BYTES_MAX / 1024 })}
      problem={problem}
    >
      <input
        {...described("evidence", { hasHint: true, problem })}
        type="file"
        accept="image/png,image/jpeg,image/webp"
        class="field"
      />
    </Field>
  );
}

function Preview({ context, brand }: { context: ConsoleContext; brand: Brand }): JSX.Element {
  const words = useWords(brandWords);
  return (
    <Section title={words.buyersSee} lead={words.buyersSeeLead}>
      <div class="grid gap-4 sm:grid-cols-2 xl:grid-cols-1">
        <Look theme="holdfast" context={context} brand={brand} />
        <Look theme="holdfast-dark" context={context} brand={brand} />
      </div>
    </Section>
  );
}

/** A piece of the checkout page, held to one look; nothing on it can be clicked. */
function Look({ theme, context, brand }: { theme: string; context: ConsoleContext; brand: Brand }): JSX.Element {
  const words = useWords(brandWords);
  const { sellerCode, tradingName, verificationStatus } = context.member;
  return (
    <div data-theme={theme} class="min-w-0 rounded-box">
      <div class="brand rounded-box border border-base-300 bg-base-200 p-3 text-base-content">
        <div class="panel p-4 text-sm">
          <BrandMark sellerCode={sellerCode} tradingName={tradingName} brand={brand} />
          <p class="muted flex min-w-0 gap-1.5">
            <Icon name="store" class="mt-0.5 size-4" />
            <Given text={tradingName} lines={2} />
          </p>
          {verificationStatus === "VERIFIED" ? (
            <p class="mt-1 inline-flex items-center gap-1 font-medium text-success">
              <Icon name="badge-check" class="size-4" />
              {words.verifiedSeller}
            </p>
          ) : null}
          <p class="mt-3 flex items-center gap-2.5 font-semibold">
            <span class="grid size-8 shrink-0 place-items-center rounded-lg bg-primary/10 text-primary">
              <Icon name="shield-check" class="size-4.5" />
            </span>
            {words.holds}
          </p>
          <p class="mt-2">
            <span class="link link-primary">{words.wholeDescription}</span>
          </p>
          <span class="btn btn-primary pointer-events-none mt-3 w-full">{words.confirmAndPay}</span>
        </div>
      </div>
    </div>
  );
}
