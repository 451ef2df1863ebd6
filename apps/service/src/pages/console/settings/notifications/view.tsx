/** Which mails the member who is signed in gets about this account. */
import type { JSX } from "preact";
import { NOTIFICATION_KINDS, type NotificationKind } from "../../../../domain/notifications.js";
import { GivenName } from "../../../kit/given.js";
import { Say } from "../../../kit/say.js";
import { Section } from "../../../kit/ui.js";
import type { ConsoleContext } from "../../context.js";
import { SettingsFrame, settingsPath } from "../frame.js";
import { notificationWords } from "../words.js";

type Props = {
  readonly context: ConsoleContext;
  readonly wanted: ReadonlySet<NotificationKind>;
  readonly said?: string | undefined;
};

export function NotificationsPage({ context, wanted, said }: Props): JSX.Element {
  const { seller, member, csrf, locale } = context;
  const words = notificationWords(locale);
  return (
    <SettingsFrame
      context={context}
      tab="/notifications"
      lead={
        <Say
          text={words.lead}
          email={<span class="[overflow-wrap:anywhere]">{seller.email}</span>}
          seller={<GivenName text={member.tradingName} />}
        />
      }
      said={said}
    >
      <Section title={words.title}>
        <form method="post" action={settingsPath(context, "/notifications")}>
          <input type="hidden" name="csrf" value={csrf} />
          <ul class="-my-2 divide-y divide-base-300">
            {NOTIFICATION_KINDS.map((kind) => (
              <li>
                <label class="flex min-h-11 cursor-pointer items-start gap-3 py-3 text-sm">
                  <input
                    type="checkbox"
                    name={kind}
                    value="on"
                    checked={wanted.has(kind)}
                    class="mt-0.5 size-5 shrink-0 accent-primary"
                  />
                  <span>
                    <span class="block font-medium">{words[kind]}</span>
                    <span class="muted block">{words[`${kind}_text`]}</span>
                  </span>
                </label>
              </li>
            ))}
          </ul>
          <button type="submit" class="btn btn-primary mt-5">
            {words.save}
          </button>
        </form>
      </Section>
    </SettingsFrame>
  );
}
