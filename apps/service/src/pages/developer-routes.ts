/** Every page and every form of the console for those who integrate a shop. */
import { member } from "./console/access.js";
import { resendEvent } from "./console/developers/delivery/actions.js";
import { showDelivery } from "./console/developers/delivery/route.js";
import {
  dropEndpoint,
  sendTestEvent,
  switchEndpointOff,
  switchEndpointOn,
} from "./console/developers/endpoint/actions.js";
import { endpointStatus, showEndpoint } from "./console/developers/endpoint/route.js";
import { startEndpointCheck } from "./console/developers/endpoint-check/actions.js";
import { endpointCheckStatus, showEndpointCheck } from "./console/developers/endpoint-check/route.js";
import {
  chooseChaos,
  chooseEvents,
  recoverLost,
  replaceSecret,
  showSecret,
} from "./console/developers/endpoint-settings/actions.js";
import { showEndpointSettings, toEndpointSettings } from "./console/developers/endpoint-settings/route.js";
import { showEndpoints } from "./console/developers/endpoints/route.js";
import { showEvent } from "./console/developers/event/route.js";
import { showEvents } from "./console/developers/events/route.js";
import { resendChosen } from "./console/developers/failed/actions.js";
import { showFailed } from "./console/developers/failed/route.js";
import { createKey, revokeKey } from "./console/developers/keys/actions.js";
import { showKeys } from "./console/developers/keys/route.js";
import { addEndpoint } from "./console/developers/new-endpoint/actions.js";
import { showNewEndpoint } from "./console/developers/new-endpoint/route.js";
import { showRequest } from "./console/developers/request/route.js";
import { showRequests } from "./console/developers/requests/route.js";
import { checkSignature } from "./console/developers/signature/actions.js";
import { showSignature } from "./console/developers/signature/route.js";
import { rateLimited } from "./console/rate-limited.js";
import { openTestOrder, takeStep } from "./console/start/actions.js";
import { showStart, startStatus } from "./console/start/route.js";
import { proved } from "./kit/fresh.js";
import { get, inSandbox, type PageRoute, post, withLongText } from "./kit/route.js";
import type { PageServices } from "./services.js";

const provedDeveloper = proved(member("develop"));

export const DEVELOPER_ROUTES: readonly PageRoute<PageServices>[] = [
  get("/console/:seller_code/start", member("read"), showStart),
  get("/console/:seller_code/start/status", member("read"), startStatus),
  post("/console/:seller_code/start", provedDeveloper, rateLimited("sending", takeStep)),
  inSandbox(post("/console/:seller_code/start/test-order", member("handleOrders"), openTestOrder)),

  get("/console/:seller_code/keys", member("read"), showKeys),
  post("/console/:seller_code/keys", provedDeveloper, createKey),
  post("/console/:seller_code/keys/:key/revoke", provedDeveloper, revokeKey),

  get("/console/:seller_code/webhooks", member("read"), showEndpoints),
  get("/console/:seller_code/webhooks/new", provedDeveloper, showNewEndpoint),
  post("/console/:seller_code/webhooks/new", provedDeveloper, rateLimited("looking_up", addEndpoint)),
  get("/console/:seller_code/webhooks/:endpoint", member("read"), showEndpoint),
  get("/console/:seller_code/webhooks/:endpoint/status", member("read"), endpointStatus),
  get("/console/:seller_code/webhooks/:endpoint/check", member("read"), showEndpointCheck),
  get("/console/:seller_code/webhooks/:endpoint/check/status", member("read"), endpointCheckStatus),
  post(
    "/console/:seller_code/webhooks/:endpoint/check",
    member("develop"),
    rateLimited("checking", startEndpointCheck),
  ),
  post("/console/:seller_code/webhooks/:endpoint/ping", member("develop"), rateLimited("sending", sendTestEvent)),
  post("/console/:seller_code/webhooks/:endpoint/disable", member("develop"), switchEndpointOff),
  post("/console/:seller_code/webhooks/:endpoint/enable", member("develop"), rateLimited("sending", switchEndpointOn)),
  post("/console/:seller_code/webhooks/:endpoint/delete", provedDeveloper, dropEndpoint),
  get("/console/:seller_code/webhooks/:endpoint/settings", member("develop"), showEndpointSettings),
  post("/console/:seller_code/webhooks/:endpoint/events", member("develop"), chooseEvents),
  get("/console/:seller_code/webhooks/:endpoint/events", member("develop"), toEndpointSettings),
  post("/console/:seller_code/webhooks/:endpoint/secret", provedDeveloper, showSecret),
  get("/console/:seller_code/webhooks/:endpoint/secret", member("develop"), toEndpointSettings),
  post("/console/:seller_code/webhooks/:endpoint/rotate", provedDeveloper, replaceSecret),
  get("/console/:seller_code/webhooks/:endpoint/rotate", member("develop"), toEndpointSettings),
  post("/console/:seller_code/webhooks/:endpoint/recover", member("develop"), rateLimited("sending", recoverLost)),
  get("/console/:seller_code/webhooks/:endpoint/recover", member("develop"), toEndpointSettings),
  inSandbox(post("/console/:seller_code/webhooks/:endpoint/chaos", member("develop"), chooseChaos)),
  inSandbox(get("/console/:seller_code/webhooks/:endpoint/chaos", member("develop"), toEndpointSettings)),
  get("/console/:seller_code/webhooks/:endpoint/failed", member("read"), showFailed),
  post("/console/:seller_code/webhooks/:endpoint/failed", member("develop"), rateLimited("sending", resendChosen)),
  get("/console/:seller_code/webhooks/:endpoint/deliveries/:delivery", member("read"), showDelivery),
  post(
    "/console/:seller_code/webhooks/:endpoint/deliveries/:delivery/resend",
    member("develop"),
    rateLimited("sending", resendEvent),
  ),

  get("/console/:seller_code/events", member("read"), showEvents),
  get("/console/:seller_code/events/:event", member("read"), showEvent),
  get("/console/:seller_code/requests", member("read"), showRequests),
  get("/console/:seller_code/requests/:request", member("read"), showRequest),
  get("/console/:seller_code/signature", member("read"), showSignature),
  withLongText(post("/console/:seller_code/signature", member("read"), checkSignature)),
];
