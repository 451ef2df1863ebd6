import type { Handler } from "../../kit/route.js";
import type { ConsoleContext } from "../context.js";
import { loadTeam, type TeamServices } from "./load.js";
import { TeamPage } from "./view.js";

/** The team of an account: who belongs to it, in which role, and who is invited. */
export const showTeam: Handler<ConsoleContext, TeamServices> = async (context, { query }, services) => (
  <TeamPage context={context} team={await loadTeam(context, services)} said={query["said"]} />
);
