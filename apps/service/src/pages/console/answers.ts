/** What pages of the console in other cells ask this one. Who is signed in there, that cell has made sure of. */
import type { Queryable } from "../../platform/database.js";
import { type Answering, answering } from "../../platform/other-cells.js";
import { loadPlaces, PLACES } from "./people/accounts/load.js";

export const answersOfConsole = (services: { readonly db: Queryable }): readonly Answering[] => [
  answering(PLACES, (asked) => loadPlaces(asked, services)),
];
