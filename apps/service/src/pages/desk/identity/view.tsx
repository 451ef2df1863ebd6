/** Who runs the deployment: name, legal entity, looks, whom to ask; with a preview in both looks. */
import type { JSX } from "preact";
import { IDENTITY_VARIABLES } from "../../../config/operator.js";
import { LOGO_TAKES } from "../../../config/operator-logo.js";
import { type Colour, themeOf } from "../../../domain/brand.js";
import {
  ADDRESS_MAX,
  type GivenIdentity,
  type IdentityPart,
  identityFrom,
  READINGS,
  TEXT_PARTS,
  type TextPart,
} from "../../../domain/operator-identity.js";
import { maxLengthFor } from "../../kit/max-length.js";
import { operatorLogoPath } from "../../kit/operator.js";
import { described, Field, Notice, PageHead, Section } from "../../kit/ui.js";
import type { DeskContext } from "../access.js";
import { DeskFrame } from "../frame.js";
import { IDENTITY_PATH } from "../links.js";
import { NO_REASON, ReasonField, Said, type TypedReason } from "../parts.js";
import type { IdentityForm } from "./form.js";
import type { IdentityScene } from "./load.js";
import { IdentityPreview } from "./preview.js";

const GROUNDS = { light: "logo", dark: "logoDark" } as const;
export type Ground = keyof typeof GROUNDS;
export const isGround = (text: string): text is Ground => Object.hasOwn(GROUNDS, text);
/** The part that a picture on that ground is. */
export const partOf = (ground: Ground): (typeof GROUNDS)[Ground] => GROUNDS[ground];

const LABELS = {
  name: ["Name", "What pages, mails and papers call the service."],
  legalName: ["Legal entity", "The company that holds the money, as it is registered. Checkouts and papers name it."],
  address: ["Address", "Of the legal entity, line by line."],
  registration: ["Registration", "Register and number, such as Company no. 09446231, England."],
  colour: ["Colour", "Of links and buttons where no seller’s colour is, such as #0a5c8f. It is kept readable."],
  supportEmail: ["Support email", "Buyers, sellers and developers read it."],
  supportUrl: ["Support page", "Linked as Help."],
  termsUrl: ["Terms", "Linked at the foot of pages."],
  privacyUrl: ["Privacy", "Linked at the foot of pages."],
  mailName: ["Sender of mails", "What mail programs show for mails of ours; the name without one."],
} as const satisfies Record<TextPart, readonly [label: string, hint: string]>;

const LENGTHS: Partial<Record<TextPart, number>> = { address: ADDRESS_MAX };
const WIDE: readonly TextPart[] = ["address"];

type Picture = { readonly ground: Ground; readonly reason: TypedReason; readonly problem: string | null };

type Props = {
  readonly context: DeskContext;
  readonly scene: IdentityScene;
  readonly form: IdentityForm;
  /** What was tried with a picture. */
  readonly picture?: Picture | undefined;
  readonly said?: string | undefined;
};

export function IdentityPage({ context, scene, form, picture, said }: Props): JSX.Element {
  const isWrong = Object.keys(form.problems).length > 0 || form.reason.problem !== null || picture !== undefined;
  const shown = identityFrom(scene.stored.given, tried(form), scene.fixed);
  return (
    <DeskFrame context={context} title="Identity" entry="/identity" colour={shown.colour}>
      <PageHead
        title="Identity"
        lead="Whose service this is, for buyers, sellers and developers. Every change has a line in the audit log."
      />
      <Said said={said} />
      {isWrong ? <Notice tone="bad">Nothing was saved. Check the highlighted fields.</Notice> : null}
      {form.isPreview && !isWrong ? <Notice tone="note">This is a preview. Nothing has been saved yet.</Notice> : null}
      {scene.isOfCells ? (
        <Notice tone="note">
          With several cells, the environment of each says who runs it (OPERATOR_NAME and the variables beside it). It
          can’t be changed here.
        </Notice>
      ) : null}
      <div class="gap-6 xl:grid xl:grid-cols-[minmax(0,1fr)_26rem]">
        <div class="min-w-0">
          <Texts context={context} scene={scene} form={form} />
          <Logos context={context} scene={scene} picture={picture} />
        </div>
        <div class="min-w-0">
          <IdentityPreview identity={shown} mailFrom={scene.mailFrom} />
        </div>
      </div>
    </DeskFrame>
  );
}

/** What was typed, as far as it can be used; what was emptied is nobody's. */
function tried({ typed, problems, softwareLine }: IdentityForm): GivenIdentity {
  const parts = TEXT_PARTS.filter((part) => problems[part] === undefined).map((part) => {
    const value = typed[part] === "" ? identityFrom()[part] : READINGS[part].read(typed[part]);
    return [part, value] as const;
  });
  return { ...Object.fromEntries(parts), softwareLine };
}

const isFixed = ({ fixed, isOfCells }: IdentityScene, part: IdentityPart): boolean =>
  isOfCells || fixed[part] !== undefined;

const FixedNote = ({ part }: { part: IdentityPart }): JSX.Element => (
  <>
    Set by <code class="code-inline">{IDENTITY_VARIABLES[part]}</code> in the environment.
  </>
);

function Texts({ context, scene, form }: Omit<Props, "said" | "picture">): JSX.Element {
  const isLineFixed = isFixed(scene, "softwareLine");
  return (
    <Section title="Name and legal entity">
      <form method="post" action={IDENTITY_PATH}>
        <input type="hidden" name="csrf" value={context.csrf} />
        <input type="hidden" name="version" value={scene.stored.version} />
        <div class="gap-x-5 sm:grid sm:grid-cols-2">
          {TEXT_PARTS.map((part) => (
            <div class={WIDE.includes(part) ? "col-span-2" : "min-w-0"}>
              <Text part={part} scene={scene} form={form} />
            </div>
          ))}
        </div>
        <div class="mb-4">
          <label class="flex min-h-8 items-center gap-2.5 text-sm font-medium">
            <input
              type="checkbox"
              name="softwareLine"
              value="on"
              class="size-4.5"
              checked={isLineFixed ? (scene.fixed.softwareLine ?? form.softwareLine) : form.softwareLine}
              disabled={isLineFixed}
            />
            Say at the foot of pages which software they are made with
          </label>
          {scene.fixed.softwareLine === undefined ? null : (
            <p class="muted text-xs">
              <FixedNote part="softwareLine" />
            </p>
          )}
        </div>
        {scene.isOfCells ? null : (
          <>
            <ReasonField
              typed={form.reason}
              hint="Other operators read it in the audit log. A preview needs none."
              isRequired={false}
            />
            <div class="flex flex-wrap gap-2">
              <button type="submit" class="btn btn-primary">
                Save
              </button>
              <button type="submit" name="do" value="preview" class="btn">
                Preview
              </button>
            </div>
          </>
        )}
      </form>
    </Section>
  );
}

function Text({ part, scene, form }: { part: TextPart; scene: IdentityScene; form: IdentityForm }): JSX.Element {
  const [label, hint] = LABELS[part];
  const problem = form.problems[part];
  const fixed = scene.fixed[part];
  const ties = { ...described(part, { hasHint: true, problem }), disabled: isFixed(scene, part) };
  const value = fixed ?? form.typed[part];
  return (
    <Field
      label={label}
      name={part}
      hint={fixed === undefined ? part === "colour" ? colourHint(value, hint) : hint : <FixedNote part={part} />}
      problem={problem}
    >
      {part === "address" ? (
        <textarea class="field" rows={3} maxLength={maxLengthFor(LENGTHS[part] ?? 255)} dir="auto" {...ties}>
          {value}
        </textarea>
      ) : (
        <input class="input w-full" type="text" autocomplete="off" dir="auto" value={value ?? ""} {...ties} />
      )}
    </Field>
  );
}

/** Which colour is really seen where the chosen one could not be read. */
function colourHint(typed: string | null | undefined, hint: string): string {
  const colour = READINGS.colour.read(typed ?? "");
  if (colour === null) return hint;
  const { light, dark } = themeOf(colour as Colour);
  return `Pages use ${light.primary} on light ground and ${dark.primary} on dark, so that words can be read.`;
}

function Logos({ context, scene, picture }: Pick<Props, "context" | "scene" | "picture">): JSX.Element {
  return (
    <Section
      title="Logo"
      lead={`${LOGO_TAKES[0]?.toUpperCase()}${LOGO_TAKES.slice(1)}. The one for dark pages is optional.`}
      id="logos"
    >
      <div class="gap-6 sm:grid sm:grid-cols-2">
        {(["light", "dark"] as const).map((ground) => (
          <Logo
            context={context}
            scene={scene}
            ground={ground}
            picture={picture?.ground === ground ? picture : undefined}
          />
        ))}
      </div>
    </Section>
  );
}

function Logo({
  context,
  scene,
  ground,
  picture,
}: Pick<Props, "context" | "scene"> & { ground: Ground; picture: Picture | undefined }): JSX.Element {
  const part = partOf(ground);
  const logo = scene.fixed[part] ?? scene.stored.given[part] ?? null;
  const reason = `reason-${ground}`;
  const file = `evidence-${ground}`;
  return (
    <div class="min-w-0 max-sm:mb-6">
      <h3 class="text-sm font-medium">{ground === "light" ? "On light pages" : "On dark pages"}</h3>
      <div
        class="mt-2 mb-3 grid h-20 place-items-center rounded-box border border-base-300 bg-base-100 p-3"
        data-theme={ground === "light" ? "holdfast" : "holdfast-dark"}
      >
        {logo === null ? (
          <span class="muted text-sm">None</span>
        ) : (
          <img
            class="h-full w-auto object-contain"
            src={operatorLogoPath(logo)}
            width={logo.width}
            height={logo.height}
            alt=""
          />
        )}
      </div>
      {isFixed(scene, part) ? (
        <p class="muted text-xs">
          <FixedNote part={part} />
        </p>
      ) : (
        <form method="post" action={`${IDENTITY_PATH}/logo/${ground}`} enctype="multipart/form-data">
          <input type="hidden" name="csrf" value={context.csrf} />
          <input type="hidden" name="version" value={scene.stored.version} />
          <Field label="Picture" name={file} problem={picture?.problem}>
            <input
              {...described(file, { problem: picture?.problem })}
              name="evidence"
              type="file"
              accept="image/png,image/jpeg"
              class="field"
            />
          </Field>
          <Field label="Reason" name={reason} problem={picture?.reason.problem ?? NO_REASON.problem}>
            <input
              {...described(reason, { problem: picture?.reason.problem })}
              name="reason"
              class="input w-full"
              type="text"
              required
              value={picture?.reason.reason ?? ""}
            />
          </Field>
          <div class="flex flex-wrap gap-2">
            <button type="submit" class="btn btn-sm">
              Upload
            </button>
            {logo === null ? null : (
              <button type="submit" name="do" value="remove" class="btn btn-sm text-error">
                Remove
              </button>
            )}
          </div>
        </form>
      )}
    </div>
  );
}
