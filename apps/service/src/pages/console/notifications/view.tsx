/** Notifications: what has happened to orders, newest first. Each opens its order, and is read by that. */

import type { JSX } from "preact";
import {
  NOTIFICATION_DAYS,
  NOTIFICATIONS_MAX,
  type Notification,
  type Notified,
} from "../../../store/read/console/notifications.js";
import { GivenName } from "../../kit/given.js";
import { Icon, type IconName } from "../../kit/icons.js";
import { useWords } from "../../kit/language.js";
import { Say } from "../../kit/say.js";
import { Time } from "../../kit/times.js";
import { ButtonForm, Empty, PageHead } from "../../kit/ui.js";
import type { ConsoleContext } from "../context.js";
import { Frame } from "../frame.js";
import { notificationsUrl } from "../links.js";
import { notificationWords } from "./words.js";

const LOOKS = {
  "escrow.created": { icon: "receipt-text", tone: "text-info bg-info/10" },
  "escrow.partially_funded": { icon: "hourglass", tone: "text-info bg-info/10" },
  "escrow.funded": { icon: "banknote", tone: "text-success bg-success/10" },
  "escrow.milestone.revision_requested": { icon: "undo", tone: "text-warning bg-warning/10" },
  "escrow.milestone.approved": { icon: "circle-check", tone: "text-success bg-success/10" },
  "escrow.disputed": { icon: "scale", tone: "text-error bg-error/10" },
  "escrow.cancelled": { icon: "circle-x", tone: "bg-base-200" },
  "escrow.expired": { icon: "timer-off", tone: "bg-base-200" },
} as const satisfies Record<Notified, { icon: IconName; tone: string }>;

type Props = { readonly context: ConsoleContext; readonly notifications: readonly Notification[] };

export function NotificationsPage({ context, notifications }: Props): JSX.Element {
  const words = notificationWords(context.locale);
  const [newest] = notifications;
  const unread = notifications.filter(({ isRead }) => !isRead).length;
  return (
    <Frame context={context} title={words.title} entry="/notifications">
      <PageHead title={words.title} lead={words.lead({ days: NOTIFICATION_DAYS, most: NOTIFICATIONS_MAX })}>
        {newest === undefined || unread === 0 ? null : (
          <ButtonForm
            action={notificationsUrl(context)}
            csrf={context.csrf}
            label={words.markAll}
            icon="check"
            fields={{ through: newest.number }}
          />
        )}
        <a class="btn btn-sm" href={`${context.home}/settings/notifications`}>
          {words.emailSettings}
        </a>
      </PageHead>
      {newest === undefined ? (
        <Empty icon="bell" title={words.none}>
          {words.noneText}
        </Empty>
      ) : (
        <ol class="panel divide-y divide-base-300" aria-label={words.title}>
          {notifications.map((one) => (
            <li>
              <Line context={context} notification={one} />
            </li>
          ))}
        </ol>
      )}
    </Frame>
  );
}

/** A form of its own: nothing is marked as read by an address that a browser loads ahead. */
function Line({ context, notification }: { context: ConsoleContext; notification: Notification }): JSX.Element {
  const { number, type, created, title, isRead } = notification;
  const words = useWords(notificationWords);
  const { icon, tone } = LOOKS[type];
  return (
    <form method="post" action={notificationsUrl(context)}>
      <input type="hidden" name="csrf" value={context.csrf} />
      <button
        type="submit"
        name="number"
        value={number}
        class="flex min-h-14 w-full cursor-pointer items-center gap-3 rounded-box px-4 py-2.5 text-start text-sm hover:bg-base-200"
      >
        <span class={`grid size-9 shrink-0 place-items-center rounded-lg ${tone}`}>
          <Icon name={icon} class="size-4.5" />
        </span>
        <span class="min-w-0 flex-1 sm:flex sm:items-center sm:gap-4">
          <span class={`block min-w-0 flex-1 ${isRead ? "" : "font-semibold"}`}>
            <Say text={words.about} what={words[type]} title={<GivenName text={title} />} />
            {isRead ? null : <span class="sr-only"> ({words.unread})</span>}
          </span>
          <span class="muted block text-xs">
            <Time at={created} />
          </span>
        </span>
        <span class={`size-2.5 shrink-0 rounded-full ${isRead ? "" : "bg-primary"}`} />
      </button>
    </form>
  );
}
