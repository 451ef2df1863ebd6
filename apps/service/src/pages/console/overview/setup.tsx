/** The checklist of a new account: what it needs to sell and to be paid, each step with the way to it. */
import type { ComponentChildren, JSX } from "preact";
import type { Permission } from "../../../domain/permissions.js";
import type { SetupBy } from "../../../domain/settings.js";
import type { Setup, SetupStep } from "../../../store/read/console/setup.js";
import type { Locale } from "../../../words/locale.js";
import { Icon, type IconName } from "../../kit/icons.js";
import { useWords } from "../../kit/language.js";
import { ButtonForm } from "../../kit/ui.js";
import type { ConsoleContext } from "../context.js";
import { TestOrderForm } from "../start/view.js";
import { holderName } from "../wallet/connected/view.js";
import { HIDE, SHOW } from "./actions.js";
import type { ShownSetup } from "./load.js";
import { setupWords } from "./words.js";

/** Where each is done, below the account's console, and who may. */
const STEPS = {
  verify: { icon: "badge-check", path: "/settings/verification", permission: "configure" },
  destination: { icon: "landmark", path: "/wallet/destinations/new", permission: "payOut" },
  brand: { icon: "palette", path: "/settings/brand", permission: "configure" },
  terms: { icon: "handshake", path: "/settings/terms", permission: "configure" },
  link: { icon: "receipt-text", path: "/sessions/new", permission: "handleOrders" },
  key: { icon: "key-round", path: "/start#key", permission: "develop" },
  webhook: { icon: "webhook", path: "/start#webhook", permission: "develop" },
  order: { icon: "flask", path: "/sessions/new", permission: "handleOrders" },
} as const satisfies Record<SetupStep, { icon: IconName; path: string; permission: Permission }>;

/** Where a provider that holds sellers' money asks for their bank account. */
const CONNECT_PATH = "/wallet/destinations#connected";

/** In the order in which they are of use: selling first, and money out last, as it takes longest. */
const ORDER: Record<SetupBy, readonly SetupStep[]> = {
  seller: ["link", "order", "brand", "terms", "verify", "destination"],
  developer: ["key", "webhook", "order", "brand", "terms", "verify", "destination"],
};

type Props = {
  readonly context: ConsoleContext;
  readonly setup: ShownSetup;
  /** Who holds sellers' money, and pays them; null where nobody does. */
  readonly holder: string | null;
};

type Known = { readonly context: ConsoleContext; readonly setup: Pick<Setup, "by" | "done"> };

const stepsOf = ({ context, setup }: Known): readonly SetupStep[] =>
  ORDER[setup.by ?? "seller"].filter((step) => context.may(STEPS[step].permission));

/** Whether the member has a step left that they may take. */
export const hasStepsLeft = (props: Known): boolean => stepsOf(props).some((step) => !props.setup.done[step]);

export function SetupList({ context, setup, holder }: Props): JSX.Element {
  const words = useWords(setupWords);
  const steps = stepsOf({ context, setup });
  const done = steps.filter((step) => setup.done[step]).length;
  return (
    <section class="panel mb-6 p-4 sm:p-6" aria-labelledby="setup">
      <div class="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h2 class="text-lg font-semibold" id="setup">
          {words.title}
        </h2>
        <p class="muted text-sm">{words.progress({ done, all: steps.length })}</p>
        <span class="ms-auto">
          <Choice context={context} by={HIDE} label={words.hide} class="btn btn-ghost btn-sm" />
        </span>
      </div>
      <div class="mt-3 flex gap-1" aria-hidden="true">
        {steps.map((_, at) => (
          <span class={`h-1.5 flex-1 rounded-full ${at < done ? "bg-success" : "bg-base-300"}`} />
        ))}
      </div>
      {setup.by === null ? <Question context={context} /> : null}
      <ul class="-mx-2 mt-3 grid gap-x-4 md:grid-cols-2">
        {steps.map((step) => (
          <li>
            <Step context={context} setup={setup} holder={holder} step={step} />
          </li>
        ))}
      </ul>
      {setup.by === null ? null : (
        <p class="mt-2">
          <Choice
            context={context}
            by={setup.by === "seller" ? "developer" : "seller"}
            label={setup.by === "seller" ? words.toDeveloper : words.toSeller}
            class="link link-primary inline-flex min-h-9 cursor-pointer items-center text-sm"
          />
        </p>
      )}
    </section>
  );
}

const Choice = ({
  context: { home, csrf },
  by,
  ...looks
}: {
  context: ConsoleContext;
  by: SetupBy | typeof HIDE | typeof SHOW;
  label: string;
  class: string;
}): JSX.Element => <ButtonForm action={`${home}/setup`} csrf={csrf} fields={{ by }} {...looks} />;

/** Where the list was hidden and is still of use to the member; elsewhere nothing. */
export function ShowSetupAgain({ context, setup }: { context: ConsoleContext; setup: Setup }): JSX.Element | null {
  const words = useWords(setupWords);
  if (!setup.isHidden || !context.may("handleOrders") || !hasStepsLeft({ context, setup })) return null;
  return <Choice context={context} by={SHOW} label={words.show} class="btn btn-sm" />;
}

function Question({ context }: { context: ConsoleContext }): JSX.Element {
  const words = useWords(setupWords);
  return (
    <div class="mt-4 flex flex-wrap items-center gap-x-6 gap-y-3 rounded-box bg-primary/5 p-4">
      <div class="min-w-0 flex-1 basis-64">
        <h3 class="font-semibold">{words.ask}</h3>
        <p class="mt-1 text-sm">{words.askText}</p>
      </div>
      <div class="flex flex-wrap gap-2">
        <Choice context={context} by="seller" label={words.no} class="btn btn-primary" />
        <Choice context={context} by="developer" label={words.yes} class="btn" />
      </div>
    </div>
  );
}

const ROW = "flex min-h-14 w-full items-center gap-3 rounded-field px-2 py-2 text-start text-sm";
const OPEN_ROW = `${ROW} cursor-pointer hover:bg-base-200`;

/** A done one leads nowhere: its page is in the menu. */
function Step({ context, setup, holder, step }: Props & { step: SetupStep }): JSX.Element {
  const words = useWords(setupWords);
  const { icon } = STEPS[step];
  const path = step === "destination" && holder !== null ? CONNECT_PATH : STEPS[step].path;
  const isTest = step === "order" && context.site.isSandbox;
  const [title, text] = sentencesOf({ setup, holder, step }, isTest, context.locale);
  if (setup.done[step]) {
    return (
      <p class={`${ROW} muted`}>
        <Mark classes="bg-success/10 text-success" icon="check" />
        <span class="min-w-0 flex-1">
          {title}
          <span class="sr-only"> ({words.done})</span>
        </span>
      </p>
    );
  }
  const content = (
    <>
      <Mark classes="bg-primary/10 text-primary" icon={icon} />
      <Sentences title={title}>{text}</Sentences>
      <Icon name={isTest ? "external-link" : "chevron-right"} class="muted size-4 shrink-0" />
    </>
  );
  if (!isTest) {
    return (
      <a class={OPEN_ROW} href={context.home + path}>
        {content}
      </a>
    );
  }
  return (
    <TestOrderForm context={context} form={setup.form}>
      <button type="submit" class={OPEN_ROW}>
        {content}
      </button>
    </TestOrderForm>
  );
}

/** @param isTest a test order stands for the first one */
function sentencesOf(
  { setup, holder, step }: Pick<Props, "setup" | "holder"> & { step: SetupStep },
  isTest: boolean,
  locale: Locale,
) {
  const words = setupWords(locale);
  if (step === "destination" && holder !== null) {
    const provider = holderName(holder);
    return [words.connect({ provider }), words.connectText({ provider })] as const;
  }
  if (isTest) return [words.test, words.testText] as const;
  if (step === "verify" && setup.isInReview) return [words.verify, words.verifyInReview] as const;
  return [words[step], words[`${step}Text`]] as const;
}

const Mark = ({ classes, icon }: { classes: string; icon: IconName }): JSX.Element => (
  <span class={`grid size-8 shrink-0 place-items-center rounded-full ${classes}`}>
    <Icon name={icon} class="size-4.5" />
  </span>
);

const Sentences = ({ title, children }: { title: string; children: ComponentChildren }): JSX.Element => (
  <span class="min-w-0 flex-1">
    <span class="block font-medium">{title}</span>
    <span class="muted block text-xs leading-relaxed">{children}</span>
  </span>
);
