/** The overview of an account. */
import { readFigures } from "../../../commands/figures.js";
import { cents } from "../../../domain/money.js";
import { readAttention } from "../../../store/read/console/attention.js";
import { listEndpoints } from "../../../store/read/webhooks/endpoints.js";
import type { RegisterPart } from "../services.js";
import { FirstPage, OverviewPage } from "./page.js";
import { plus, readSpanKey, spanOf, sumWithin } from "./spans.js";

export const registerOverview: RegisterPart = (routes, { db, settleDue }) => {
  routes.page("", "read", async (context, { query }) => {
    const { account } = context.member;
    const today = Math.floor(context.seller.now / DAY_SECONDS);
    const span = spanOf(readSpanKey(query["span"]), today);
    await settleDue(account);
    const [attention, endpoints, figures] = await Promise.all([
      readAttention(db, account),
      listEndpoints(db, account),
      readFigures(db, { account, from: span.before.from }),
    ]);
    if (!attention.hasBegun) return <FirstPage context={context} />;
    const { before, days } = figures;
    const ever = days.reduce(plus, before);
    return (
      <OverviewPage
        context={context}
        span={span}
        now={sumWithin(days, span.days)}
        before={sumWithin(days, span.before)}
        filled={span.slots.map((slot) => ({ slot, figures: sumWithin(days, slot) }))}
        held={cents(ever.paidIn - ever.released - ever.fees - ever.refunded)}
        attention={attention}
        endpoints={endpoints}
      />
    );
  });
};

const DAY_SECONDS = 86_400;
