import { registerEndpoint } from "../../../../commands/register-endpoint.js";
import { formatId } from "../../../../domain/ids.js";
import type { Answer } from "../../../kit/answer.js";
import type { Handler, Posted } from "../../../kit/route.js";
import { UNPROCESSABLE } from "../../../kit/status.js";
import type { ConsoleContext } from "../../context.js";
import type { ConsoleServices } from "../../services.js";
import { readChosen } from "../event-types.js";
import { diagnosisIn } from "../parts.js";
import { eventTypeWords } from "../words.js";
import { AddedPage, type EndpointProblems, NewEndpointPage } from "./view.js";

type NewEndpointServices = Pick<ConsoleServices, "db" | "seal" | "checkUrl">;

const URL_LENGTH = 2_048;

/** Adds an endpoint, and shows its secret this once. */
export const addEndpoint: Handler<ConsoleContext, NewEndpointServices, Posted> = async (
  context,
  { form },
  { db, seal, checkUrl },
) => {
  const typed = { url: (form["url"] ?? "").trim().slice(0, URL_LENGTH), chosen: readChosen(form) };
  const again = (problems: EndpointProblems): Answer => ({
    status: UNPROCESSABLE,
    page: <NewEndpointPage context={context} typed={typed} problems={problems} />,
  });
  if (typed.chosen?.length === 0) return again({ types: eventTypeWords(context.locale).none });
  const told = await registerEndpoint(
    { db, seal: await seal(), checkUrl },
    { account: context.member.account, url: typed.url, events: typed.chosen, actor: context.seller.actor },
  );
  if (!told.ok) return again({ url: diagnosisIn(context.locale, told.reason).text });
  const { endpoint, secret } = told.value;
  const added = { name: formatId("endpoint", endpoint.id), url: endpoint.url };
  return <AddedPage context={context} endpoint={added} secret={secret} />;
};
