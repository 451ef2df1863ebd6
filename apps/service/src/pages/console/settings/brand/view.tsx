/** How the seller looks to buyers: name, logo and colour, with a preview in both looks. */
import type { JSX } from "preact";
import { type Colour, themeOf } from "../../../../domain/brand.js";
import { LOGO_BYTES_MAX } from "../../../../domain/logo.js";
import { BRAND_NAME_LENGTH } from "../../../../domain/settings.js";
import type { Brand } from "../../../../store/read/brand.js";
import { BrandMark } from "../../../kit/brand.js";
import { Given } from "../../../kit/given.js";
import { Icon } from "../../../kit/icons.js";
import { ButtonForm, described, Field, Notice, Section } from "../../../kit/ui.js";
import type { ConsoleContext } from "../../context.js";
import { Choice } from "../choice.js";
import { SettingsFrame, settingsPath } from "../frame.js";
import { NOT_SAVED } from "../words.js";
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
  const { name, colour } = form?.typed ?? brand;
  const problems = form?.problems ?? {};
  const hasProblem = Object.keys(problems).length > 0;
  return (
    <SettingsFrame
      context={context}
      tab="/brand"
      lead="Shown on the checkout page and on each order's page, beside your trading name."
      said={said}
      problem={hasProblem ? NOT_SAVED : null}
      colour={colour}
    >
      {form?.isPreview === true && !hasProblem ? (
        <Notice tone="note">Preview only: save to apply it. The logo appears once it is saved.</Notice>
      ) : null}
      <div class="gap-6 xl:grid xl:grid-cols-2">
        <div class="min-w-0">
          <Section title="Your brand">
            <form method="post" action={settingsPath(context, "/brand")} enctype="multipart/form-data">
              <input type="hidden" name="csrf" value={context.csrf} />
              <Name name={name} problem={problems.name} />
              <ColourChoice colour={colour} problem={problems.colour} />
              <LogoChoice hasLogo={brand.logo !== null} problem={problems.logo} />
              <div class="flex flex-wrap gap-2">
                <button type="submit" class="btn btn-primary">
                  Save brand
                </button>
                <button type="submit" name="do" value="preview" class="btn">
                  <Icon name="eye" class="size-4" />
                  Preview
                </button>
              </div>
            </form>
            {brand.logo === null ? null : (
              <div class="mt-4 border-t border-base-300 pt-4">
                <ButtonForm
                  action={`${settingsPath(context, "/brand")}/logo/remove`}
                  csrf={context.csrf}
                  label="Remove logo"
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

const Name = ({ name, problem }: { name: string; problem: string | undefined }): JSX.Element => (
  <Field label="Name" name="brand_name" hint="Leave it empty to use your trading name alone." problem={problem}>
    <input
      {...described("brand_name", { hasHint: true, problem })}
      class="input w-full"
      value={name}
      maxLength={BRAND_NAME_LENGTH}
    />
  </Field>
);

function ColourChoice({ colour, problem }: { colour: Colour | null; problem: string | undefined }): JSX.Element {
  return (
    <fieldset class="mb-4">
      <legend class="mb-1 text-sm font-medium">Colour of links and buttons</legend>
      <Choice name="colour_of" value="ours" label="Default" isChosen={colour === null} />
      <div class="flex flex-wrap items-center gap-x-3">
        <Choice name="colour_of" value="own" label="Your own:" isChosen={colour !== null} />
        <input
          {...described("colour", { hasHint: true, problem })}
          type="color"
          aria-label="Your colour"
          class="h-11 w-16 cursor-pointer rounded-field border border-base-300 bg-base-100 p-1"
          value={colour ?? OUR_COLOUR}
        />
      </div>
      <p id="colour-hint" class="muted mt-1 text-xs leading-relaxed">
        {colour === null ? "We adjust it for contrast in light and dark." : adaptedText(colour)}
      </p>
      {problem === undefined ? null : (
        <p id="colour-problem" class="mt-1 text-sm text-error">
          {problem}
        </p>
      )}
    </fieldset>
  );
}

/** Whether buyers see the very colour, and if not, which one. */
function adaptedText(colour: Colour): string {
  const { light, dark } = themeOf(colour);
  const changed = [
    light.primary === colour ? null : `${light.primary} on light screens`,
    dark.primary === colour ? null : `${dark.primary} on dark ones`,
  ].filter((text) => text !== null);
  return changed.length === 0
    ? `${colour} is readable in light and dark.`
    : `We adjust ${colour} for contrast to ${changed.join(" and ")}.`;
}

const LogoChoice = ({ hasLogo, problem }: { hasLogo: boolean; problem: string | undefined }): JSX.Element => (
  <Field
    label={hasLogo ? "Another logo" : "Logo"}
    name="evidence"
    hint={`PNG, JPEG or WebP of at most ${LOGO_BYTES_MAX / 1024} KB. Shown on white, 48 pixels high.`}
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

function Preview({ context, brand }: { context: ConsoleContext; brand: Brand }): JSX.Element {
  return (
    <Section title="What buyers see" lead="In a light browser and in a dark one.">
      <div class="grid gap-4 sm:grid-cols-2 xl:grid-cols-1">
        <Look theme="holdfast" context={context} brand={brand} />
        <Look theme="holdfast-dark" context={context} brand={brand} />
      </div>
    </Section>
  );
}

/** A piece of the checkout page, held to one look; nothing on it can be clicked. */
function Look({ theme, context, brand }: { theme: string; context: ConsoleContext; brand: Brand }): JSX.Element {
  const { sellerCode, tradingName, verificationStatus } = context.member;
  return (
    <div data-theme={theme} class="min-w-0 rounded-box">
      <div class="brand rounded-box border border-base-300 bg-base-200 p-3 text-base-content">
        <div class="panel p-4 text-sm">
          <BrandMark sellerCode={sellerCode} brand={brand} />
          <p class="muted flex min-w-0 gap-1.5">
            <Icon name="store" class="mt-0.5 size-4" />
            <Given text={tradingName} lines={2} />
          </p>
          {verificationStatus === "VERIFIED" ? (
            <p class="mt-1 inline-flex items-center gap-1 font-medium text-success">
              <Icon name="badge-check" class="size-4" />
              Verified seller
            </p>
          ) : null}
          <p class="mt-3 flex items-center gap-2.5 font-semibold">
            <span class="grid size-8 shrink-0 place-items-center rounded-lg bg-primary/10 text-primary">
              <Icon name="shield-check" class="size-4.5" />
            </span>
            Holdfast holds your money
          </p>
          <p class="mt-2">
            <span class="link link-primary">Read the whole description</span>
          </p>
          <span class="btn btn-primary pointer-events-none mt-3 w-full">Confirm and pay</span>
        </div>
      </div>
    </div>
  );
}
