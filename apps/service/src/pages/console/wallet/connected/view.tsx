/** How a seller stands with the provider that holds their money, what it wants to know, and the way there. */
import type { JSX } from "preact";
import { wantedKinds } from "../../../../domain/connected.js";
import { useWords } from "../../../kit/language.js";
import { ButtonForm, Notice, Section } from "../../../kit/ui.js";
import type { ConsoleContext } from "../../context.js";
import { connectedUrl, destinationsUrl } from "../../links.js";
import { connectedWords } from "../words.js";
import type { ConnectedView } from "./load.js";

/** As sellers know them. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ["stripe", "Stripe"],
  ["sandbox-card", "Sandbox Card Bank"],
]);
export const holderName = (provider: string): string => NAMES.get(provider) ?? provider;

type Props = { readonly context: ConsoleContext; readonly connected: ConnectedView };

export function ConnectedSection({ context, connected }: Props): JSX.Element {
  const words = useWords(connectedWords);
  const provider = holderName(connected.provider);
  const { standing } = connected;
  const label = standing === "none" ? words.connect : standing === "ready" ? words.update : words.goOn({ provider });
  return (
    <Section title={words.title({ provider })} lead={words.lead({ provider })} id="connected">
      <Status connected={connected} />
      {standing !== "closed" && context.may("payOut") ? (
        <div class="mt-4">
          <ButtonForm
            action={connectedUrl(context)}
            csrf={context.csrf}
            label={label}
            class={standing === "ready" ? "btn" : "btn btn-primary"}
          />
        </div>
      ) : null}
    </Section>
  );
}

function Status({ connected: { provider: name, standing, wanted } }: Pick<Props, "connected">): JSX.Element {
  const words = useWords(connectedWords);
  const provider = holderName(name);
  const kinds = wantedKinds(wanted);
  const listed = (standing === "wanted" || standing === "stopped") && kinds.length > 0;
  const text = standing === "stopped" && !listed ? words.stoppedOnly : words[standing];
  return (
    <>
      <p class="max-w-2xl text-sm leading-relaxed">{typeof text === "string" ? text : text({ provider })}</p>
      {listed ? (
        <ul class="mt-2 list-disc space-y-1 ps-5 text-sm">
          {kinds.map((kind) => (
            <li>{words[kind]}</li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

/** On the page that a seller begins with: only while something has to be done there. */
export function ConnectedNotice({ context, connected }: Props): JSX.Element | null {
  const words = useWords(connectedWords);
  if (connected.standing === "ready" || connected.standing === "review") return null;
  const provider = holderName(connected.provider);
  const isStopped = connected.standing === "stopped" || connected.standing === "closed";
  return (
    <Notice tone={isStopped ? "bad" : "note"}>
      {isStopped ? words.noticeStopped({ provider }) : words.notice({ provider })}{" "}
      <a class="link" href={`${destinationsUrl(context)}#connected`}>
        {words.noticeLink}
      </a>
    </Notice>
  );
}
