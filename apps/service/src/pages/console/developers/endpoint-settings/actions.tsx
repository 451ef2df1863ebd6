/** The forms of the page of an endpoint's settings. What shows a secret does so in the answer to the form itself. */
import { LIMITS } from "@holdfast/contract";
import { changeEventTypes } from "../../../../commands/change-event-types.js";
import { noteSecretShown } from "../../../../commands/note-secret-shown.js";
import { openSecrets } from "../../../../commands/open-secrets.js";
import { recoverDeliveries } from "../../../../commands/recover-deliveries.js";
import { rotateSecret } from "../../../../commands/rotate-secret.js";
import { plainNumber } from "../../../../domain/typed.js";
import type { SellerAsking } from "../../../../identity/seller-parts.js";
import type { Seller } from "../../../../identity/sellers.js";
import type { OwnEndpoint } from "../../../../store/read/webhooks/endpoint-health.js";
import { writeChaos } from "../../../../store/write/chaos.js";
import type { Locale } from "../../../../words/locale.js";
import { clockMoment, UTC, type Zone } from "../../../../words/zone.js";
import type { FormFields } from "../../../kit/page-context.js";
import type { Handler, Posted } from "../../../kit/route.js";
import { UNPROCESSABLE } from "../../../kit/status.js";
import type { ConsoleContext } from "../../context.js";
import { endpointSettingsUrl } from "../../links.js";
import { askingOf, type PeopleServices } from "../../people/outcome.js";
import { sentenceAbout } from "../../people/words.js";
import type { ConsoleServices } from "../../services.js";
import { endpointSettingsWords } from "../endpoints/words.js";
import { readChosen } from "../event-types.js";
import { loadOwnEndpoint } from "../load.js";
import { eventTypeWords } from "../words.js";
import { SettingsPage, type SettingsState } from "./view.js";

type SettingsServices = Pick<ConsoleServices, "db" | "seal"> & PeopleServices;
type SettingsAction = Handler<ConsoleContext, SettingsServices, Posted>;

/** Who sent the form, from where, and in which language and time zone it is answered. */
type By = { readonly seller: Seller; readonly asking: SellerAsking; readonly locale: Locale; readonly zone: Zone };

type Act = (
  endpoint: OwnEndpoint,
  form: FormFields,
  services: SettingsServices & By,
) => Promise<"events" | "chaos" | SettingsState>;

/** What a form does leads back with a code of what was done, or shows the page with what came of it. */
const setting =
  (act: Act): SettingsAction =>
  async (context, asked, services) => {
    const before = await loadOwnEndpoint(context, asked, services);
    const did = await act(before, asked.form, {
      ...services,
      seller: context.seller,
      locale: context.locale,
      zone: context.site.zone ?? UTC,
      asking: askingOf(asked.request),
    });
    if (typeof did === "string") return `${endpointSettingsUrl(context, before.id)}?said=${did}`;
    // Read again: a secret that was rotated shows until when the one before signs.
    const endpoint = await loadOwnEndpoint(context, asked, services);
    const page = <SettingsPage context={context} endpoint={endpoint} state={did} />;
    return did.problems === undefined ? page : { status: UNPROCESSABLE, page };
  };

export const chooseEvents = setting(async (endpoint, form, { db, locale }) => {
  const chosen = readChosen(form);
  if (chosen?.length === 0) return { chosen, problems: { types: eventTypeWords(locale).none } };
  await changeEventTypes(db, endpoint, chosen);
  return "events";
});

export const recoverLost = setting(async (endpoint, form, { db, locale, zone }) => {
  const since = clockMoment(form["since"] ?? "", zone);
  if (since === null) return { typed: form, problems: { since: endpointSettingsWords(locale).badMoment } };
  const told = await recoverDeliveries(db, endpoint, since);
  return told.ok ? { typed: form, recovered: told.value } : {};
});

export const chooseChaos = setting(async ({ id, account_id: account }, form, { db, locale }) => {
  const [delay, drop] = [
    integerIn(form["delay"], LIMITS.chaosDelaySecondsMax),
    integerIn(form["drop"], LIMITS.chaosDropFirstMax),
  ];
  if (delay === null || drop === null) {
    const chaos = endpointSettingsWords(locale).badFaults({
      seconds: LIMITS.chaosDelaySecondsMax,
      attempts: LIMITS.chaosDropFirstMax,
    });
    return { typed: form, problems: { chaos } };
  }
  const chaos = {
    duplicate: form["duplicate"] !== undefined,
    shuffle: form["shuffle"] !== undefined,
    delaySeconds: delay,
    dropFirst: drop,
  };
  await writeChaos(db, { account, endpoint: id, chaos });
  return "chaos";
});

/** Takes the password: who finds a browser open does not walk away with what signs events. */
export const showSecret = setting(
  async ({ id, account_id: account, url }, form, { db, seal, people, seller, asking, locale }) => {
    const password = form["password"] ?? "";
    const { problems } = await people.sellers.self.checkPassword(asking, seller, password);
    const problem = sentenceAbout(problems, "password", locale);
    if (problem !== null) return { problems: { password: problem } };
    const [opened] = await openSecrets({ db, seal: await seal() }, account, id);
    if (opened === undefined) return {};
    await noteSecretShown(db, { account, url }, seller.actor);
    return { shown: opened.secret };
  },
);

export const replaceSecret = setting(async (endpoint, form, { db, seal, seller: { actor }, locale }) => {
  const hours = form["overlap"] === "hours" ? integerIn(form["hours"], Number.MAX_SAFE_INTEGER) : null;
  const isUnread = form["overlap"] === "hours" && hours === null;
  const told = await rotateSecret({ db, seal: await seal(), actor }, endpoint, isUnread ? 0 : hours);
  if (told.ok) return { rotated: told.value.secret };
  return {
    typed: form,
    problems: { hours: endpointSettingsWords(locale).badHours({ most: LIMITS.webhookOverlapHoursMax }) },
  };
});

function integerIn(text: string | undefined, max: number): number | null {
  const plain = plainNumber(text ?? "");
  return /^\d{1,9}$/.test(plain) && Number(plain) <= max ? Number(plain) : null;
}
