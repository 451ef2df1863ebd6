/** Sessions and escrows, as their seller works with them. */
import type { RegisterPart } from "../services.js";
import { registerEscrows } from "./escrow-routes.js";
import { registerSessions } from "./session-routes.js";

export const registerOrders: RegisterPart = (routes, services) => {
  registerSessions(routes, services);
  registerEscrows(routes, services);
};
