/** A delivery, as its buyer and its seller read it. */
import type { JSX } from "preact";
import { noteIn, type Shipping } from "../../domain/shipping.js";
import type { OrderEntry } from "../../store/read/orders/orders.js";
import { placeOf } from "../../words/format.js";
import type { Locale } from "../../words/locale.js";
import { Icon } from "./icons.js";
import { LongText } from "./long-text.js";
import { deliveryWords } from "./words.js";

/** What a seller delivered: the note, and how it travels. */
export function Delivery({
  entry,
  locale,
}: {
  entry: Pick<OrderEntry, "text" | "shipping">;
  locale: Locale;
}): JSX.Element {
  const shipping = entry.shipping ?? null;
  const note = noteIn(entry.text, shipping);
  return (
    <>
      {note === "" ? null : <LongText text={note} locale={locale} hasLinks />}
      {shipping === null ? null : <Travel shipping={shipping} locale={locale} />}
    </>
  );
}

function Travel({ shipping, locale }: { shipping: Shipping; locale: Locale }): JSX.Element {
  const words = deliveryWords(locale);
  const facts = [
    [words.carrier, shipping.carrier],
    [words.trackingNumber, shipping.trackingNumber],
  ] as const;
  return (
    <div class="mt-2 flex flex-wrap items-center gap-x-6 gap-y-2 text-sm">
      <dl class="flex flex-wrap gap-x-6 gap-y-2">
        {facts.map(([name, value]) =>
          value === "" ? null : (
            <div class="min-w-0">
              <dt class="muted text-xs">{name}</dt>
              <dd class="font-medium [overflow-wrap:anywhere]">
                <bdi>{value}</bdi>
              </dd>
            </div>
          ),
        )}
      </dl>
      {shipping.trackingUrl === "" ? null : (
        <a
          class="btn btn-sm btn-outline border-base-300 bg-base-100"
          href={shipping.trackingUrl}
          target="_blank"
          rel="noopener noreferrer nofollow"
        >
          <Icon name="external-link" class="size-4" />
          {words.track}
          <span class="muted max-w-48 truncate font-normal" dir="ltr">
            {placeOf(shipping.trackingUrl)}
          </span>
        </a>
      )}
    </div>
  );
}
