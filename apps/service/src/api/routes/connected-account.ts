import { type ConnectProblem, connectAccount } from "../../commands/connect-account.js";
import { checkReturnUrls } from "../../commands/create-session.js";
import { readConnected } from "../../store/read/money/connected.js";
import { validateBody } from "../../validation/body.js";
import { writeConnected, writeConnectedLink } from "../../wire/connected.js";
import type { Handler, Services } from "../context.js";
import { ApiRefusal, Problems } from "../refusal.js";

export const getConnectedAccount: Handler<"getConnectedAccount"> = async ({ principal }, services) => {
  const provider = holderOf(services);
  return { body: writeConnected(provider, await readConnected(services.db, principal.account, provider)) };
};

/** Each call asks the provider for a link: that waits for the network, with no transaction open, and for as long as a call may take. */
export const createConnectedAccountLink: Handler<"createConnectedAccountLink"> = async (
  { principal: { account }, rawBody },
  services,
) => {
  const problems = new Problems();
  const body = validateBody("createConnectedAccountLink", rawBody, problems);
  const { return_url: back, refresh_url: again = back } = body ?? {};
  checkReturnUrls({ return_url: back, refresh_url: body?.refresh_url }, problems, services.config.mode);
  problems.throwIfAny();
  const provider = holderOf(services);
  const led = await connectAccount(services, { account, seller: null, urls: { back, again } });
  if (!led.ok) throw refusalOf(led.reason, provider);
  return { body: writeConnectedLink(led.value, provider, await readConnected(services.db, account, provider)) };
};

/** @throws ApiRefusal not_found where nobody keeps accounts for sellers */
function holderOf({ providers }: Pick<Services, "providers">): string {
  if (providers.holder === null) throw NONE;
  return providers.holder.name;
}

const NONE = new ApiRefusal("not_found", { message: "No provider holds sellers’ money here." });

function refusalOf(reason: ConnectProblem, provider: string): ApiRefusal {
  switch (reason.kind) {
    case "not_offered":
      return NONE;
    case "refused":
      return new ApiRefusal("invalid_state", { message: `${provider} refuses the account: ${reason.reason}` });
    case "unreachable":
      return new ApiRefusal("service_unavailable", {
        message: `${provider} does not answer. Nothing was changed; try again in a minute.`,
        headers: { "Retry-After": "60" },
      });
    default:
      return reason satisfies never;
  }
}
