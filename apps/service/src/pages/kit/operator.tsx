/** Who runs the service, on pages: its mark at the head, its links and its one line about the software at the foot. */
import type { JSX } from "preact";
import { holderOf, imprintOf, type OperatorIdentity, type OperatorLogo } from "../../domain/operator-identity.js";
import type { Locale } from "../../words/locale.js";
import { hasSoftwareLine, operatorIdentity } from "../../words/operator-names.js";
import { Icon, type IconName } from "./icons.js";
import type { Theme } from "./site.js";
import { kitWords } from "./words.js";

export { operatorEdition, operatorName, titled } from "../../words/operator-names.js";

export const operatorLogoPath = ({ hash }: OperatorLogo): string => `/brand/operator/${hash}`;

/** A logo so many times as wide as it is high is words: the name need not stand beside it. */
const WORDS_FROM = 2.2;

/** Name and logo; in the look of the page, or in the one that a part of it is held to. */
export function OperatorMark({
  theme,
  identity = operatorIdentity(),
  icon = "shield-check",
  name = identity.name,
  isSmall = false,
}: {
  theme: Theme;
  identity?: OperatorIdentity;
  /** Where there is no logo. */
  icon?: IconName;
  /** Beside the logo; the operator's. */
  name?: string;
  isSmall?: boolean;
}): JSX.Element {
  const { logo } = identity;
  const isWords = logo !== null && logo.width / logo.height >= WORDS_FROM && name === identity.name;
  return (
    <span class="inline-flex min-w-0 items-center gap-2 font-semibold tracking-tight">
      {logo === null ? (
        <span
          class={`grid shrink-0 place-items-center rounded-lg bg-primary text-primary-content ${isSmall ? "size-6" : "size-8"}`}
        >
          <Icon name={icon} class={isSmall ? "size-4" : "size-5"} />
        </span>
      ) : (
        <LogoPicture logo={logo} dark={identity.logoDark} theme={theme} alt={isWords ? name : ""} isSmall={isSmall} />
      )}
      {isWords ? null : <bdi class={`min-w-0 truncate ${isSmall ? "text-sm" : "text-lg"}`}>{name}</bdi>}
    </span>
  );
}

/** On white where the ground is dark and there is no logo for it. */
function LogoPicture({
  logo,
  dark,
  theme,
  alt,
  isSmall,
}: {
  logo: OperatorLogo;
  dark: OperatorLogo | null;
  theme: Theme;
  alt: string;
  isSmall: boolean;
}): JSX.Element {
  const shown = theme === "dark" && dark !== null ? dark : logo;
  const ground = dark !== null || theme === "light" ? "" : "bg-white p-0.5";
  const image = (
    <img
      class={`w-auto shrink-0 rounded-md object-contain ${isSmall ? "h-6 max-w-24" : "h-8 max-w-40"} ${ground}`.trim()}
      src={operatorLogoPath(shown)}
      width={shown.width}
      height={shown.height}
      alt={alt}
    />
  );
  if (theme !== "system" || dark === null) return image;
  return (
    <picture class="contents">
      <source
        media="(prefers-color-scheme: dark)"
        srcset={operatorLogoPath(dark)}
        width={dark.width}
        height={dark.height}
      />
      {image}
    </picture>
  );
}

/** Addresses that a page's head and foot lead to. */
export const operatorLinks = ({ supportUrl, supportEmail, termsUrl, privacyUrl }: OperatorIdentity) =>
  (
    [
      ["help", supportUrl],
      ["contact", supportEmail === "" ? "" : `mailto:${supportEmail}`],
      ["terms", termsUrl],
      ["privacy", privacyUrl],
    ] as const
  ).filter(([, href]) => href !== "");

/** Who it is by law, and which software pages are made with; nothing where neither is to be said. */
export function Imprint({ locale, class: classes = "" }: { locale: Locale; class?: string }): JSX.Element | null {
  const identity = operatorIdentity();
  const imprint = imprintOf(identity);
  const lines = [
    imprint === "" ? null : <bdi>{imprint}</bdi>,
    hasSoftwareLine(identity) ? kitWords(locale).softwareBy : null,
  ];
  if (lines.every((line) => line === null)) return null;
  return (
    <div class={`muted text-xs leading-relaxed ${classes}`.trim()}>
      {lines.map((line) => (line === null ? null : <p>{line}</p>))}
    </div>
  );
}

/** Who holds the money, in one line. */
export function HeldBy({ locale }: { locale: Locale }): JSX.Element {
  return (
    <span class="inline-flex min-w-0 items-center gap-1.5">
      <Icon name="shield-check" class="size-4 shrink-0 text-house" />
      <span class="min-w-0">{kitWords(locale).heldBy}</span>
    </span>
  );
}

export const holderName = (): string => holderOf(operatorIdentity());
