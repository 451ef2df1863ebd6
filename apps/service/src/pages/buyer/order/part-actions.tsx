/** What the buyer can do about one milestone, and until when. */

import type { JSX } from "preact";
import { dueOf } from "../../../domain/escrow.js";
import type { Milestone } from "../../../domain/model.js";
import { reviewEndsAt } from "../../../domain/review.js";
import { usd } from "../../../words/format.js";
import type { Locale } from "../../../words/locale.js";
import { Icon } from "../../kit/icons.js";
import { orderUrl } from "../../kit/links.js";
import { Instant } from "../../kit/times.js";
import { actionUrl } from "../links.js";
import type { OrderView } from "../load.js";
import { mayAct } from "../standing.js";
import { milestoneWords } from "./words.js";

type Props = { readonly order: OrderView; readonly milestone: Milestone; readonly locale: Locale };

export function PartActions({ order, milestone, locale }: Props): JSX.Element | null {
  const words = milestoneWords(locale);
  const { escrow, merchant } = order;
  const path = orderUrl(merchant.sellerCode, escrow.id);
  const may = (verb: Parameters<typeof mayAct>[2]): boolean => mayAct(escrow, milestone, verb);
  if (!may("approve") && !may("requestRevision") && !may("dispute")) return null;
  const automatic = reviewEndsAt(escrow, milestone);
  const isForReview = milestone.status === "AWAITING_REVIEW";
  return (
    <div class="mt-4">
      {automatic === null ? null : (
        <p class="mb-3 flex gap-1.5 text-sm">
          <Icon name="hourglass" class="mt-0.5 size-4 text-warning" />
          <span>
            {words.autoApproval}{" "}
            <strong class="font-semibold">
              <Instant at={automatic} locale={locale} />
            </strong>
          </span>
        </p>
      )}
      <div class="flex flex-wrap items-center gap-x-3 gap-y-2.5">
        {may("approve") ? (
          <a
            class={`btn h-auto min-h-10 py-2 max-sm:w-full ${isForReview ? "btn-primary" : "btn-outline border-base-300"}`}
            href={actionUrl(path, milestone.id, "approve")}
          >
            {words.approve({ amount: usd(dueOf(milestone), locale) })}
          </a>
        ) : null}
        {may("requestRevision") ? (
          <a
            class="btn btn-outline border-base-300 max-sm:w-full"
            href={actionUrl(path, milestone.id, "requestRevision")}
          >
            {words.requestRevision}
          </a>
        ) : null}
        {may("dispute") ? (
          <a
            class="link link-primary inline-flex min-h-10 items-center px-1 text-sm"
            href={actionUrl(path, milestone.id, "dispute")}
          >
            {words.dispute}
          </a>
        ) : null}
      </div>
    </div>
  );
}
