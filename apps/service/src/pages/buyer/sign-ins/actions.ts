import type { People } from "../../../identity/people.js";
import { setCookies } from "../../kit/page-context.js";
import type { Handler, Posted } from "../../kit/route.js";
import type { BuyerContext } from "../access.js";
import { SIGN_IN_PATH, SIGN_INS_PATH } from "../links.js";

type Step = Handler<BuyerContext, { readonly people: People }, Posted>;

/** Signs out one browser; one that is signed out already is no matter. */
export const endSignIn: Step = async ({ buyer }, { params }, { people: { buyers } }) => {
  await buyers.endSession(buyer, params["session"] ?? "");
  return SIGN_INS_PATH;
};

/** Signs out every browser, this one too. */
export const endSignIns: Step = async ({ buyer }, { reply }, { people: { buyers } }) => {
  setCookies(reply, await buyers.signOutEverywhere(buyer));
  return SIGN_IN_PATH;
};
