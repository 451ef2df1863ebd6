/** The ids that pawaPay wants of us. */
import { type IdKind, idsOf } from "../ids.js";

export type Kind = IdKind;

export const idOf = idsOf("pawapay");
