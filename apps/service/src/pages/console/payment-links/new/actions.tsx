import { createPaymentLink } from "../../../../commands/create-payment-link.js";
import { LINK_ORDERS_MAX } from "../../../../domain/payment-links.js";
import { sessionsPerDay } from "../../../../identity/authenticate.js";
import { takeSession } from "../../../../identity/places.js";
import type { Locale } from "../../../../words/locale.js";
import { refuseFor } from "../../../kit/places.js";
import type { Handler, Posted } from "../../../kit/route.js";
import { UNPROCESSABLE } from "../../../kit/status.js";
import type { ConsoleContext } from "../../context.js";
import { paymentLinkUrl } from "../../links.js";
import { checkTyped } from "../../orders/new-session/actions.js";
import { withMoreRows } from "../../orders/new-session/form.js";
import { newSessionWords } from "../../orders/words.js";
import type { ConsoleServices } from "../../services.js";
import { loadAccountSettings } from "../../settings/load.js";
import { newLinkWords } from "../words.js";
import { boundsOf, readTypedLink } from "./form.js";
import { NewPaymentLinkPage } from "./view.js";

/** Makes a link, which takes a place among the sessions of the account's day; or shows more rows for milestones. */
export const makeReusableLink: Handler<ConsoleContext, Pick<ConsoleServices, "db" | "config">, Posted> = async (
  context,
  { form },
  { db, config },
) => {
  const typed = readTypedLink(form);
  if (form["more"] !== undefined) {
    const { brand } = await loadAccountSettings(context, { db });
    const more = { ...typed, order: withMoreRows(typed.order) };
    return <NewPaymentLinkPage context={context} brand={brand} typed={more} problems={{}} />;
  }
  const { valid, problems: ofOrder } = checkTyped(typed.order, config.mode, context.locale);
  const { days, ordersMax, problems: ofBounds } = boundsOf(typed);
  const problems = { ...ofOrder, ...sentencesFor(ofBounds, context.locale) };
  if (Object.keys(problems).length > 0) {
    const { brand } = await loadAccountSettings(context, { db });
    return {
      status: UNPROCESSABLE,
      page: <NewPaymentLinkPage context={context} brand={brand} typed={typed} problems={problems} />,
    };
  }
  const { account, verificationStatus } = context.member;
  refuseFor(await takeSession(db, account, sessionsPerDay(config, verificationStatus)));
  const id = await createPaymentLink(db, account, { offer: valid, days, ordersMax });
  return `${paymentLinkUrl(context, id)}?said=created`;
};

function sentencesFor(fields: readonly ("days" | "count")[], locale: Locale): Readonly<Record<string, string>> {
  const sentences = {
    days: newSessionWords(locale).problem_choice,
    count: newLinkWords(locale).problem_count({ most: LINK_ORDERS_MAX }),
  };
  return Object.fromEntries(fields.map((field) => [field, sentences[field]]));
}
