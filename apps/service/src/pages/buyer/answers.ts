/** What pages of buyers in other cells ask this one. Who is signed in there, that cell has made sure of. */
import { type Answering, answering } from "../../platform/other-cells.js";
import { loadOrders, ORDERS } from "./list/load.js";
import type { OrderServices } from "./load.js";
import { KNOWS_STOP_LINK, knowsStopLink } from "./stop/load.js";

export const answersOfBuyers = (services: OrderServices): readonly Answering[] => [
  answering(ORDERS, (asked) => loadOrders(asked, services)),
  answering(KNOWS_STOP_LINK, (tokenHash) => knowsStopLink(tokenHash, services)),
];
