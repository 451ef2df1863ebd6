import { safeNext } from "../../kit/next.js";
import type { PageContext } from "../../kit/page-context.js";
import type { Handler } from "../../kit/route.js";
import { SIGN_IN_PATH } from "../links.js";
import { SignInPage } from "./view.js";

/** Signing in as a page of its own. */
export const showBuyerSignIn: Handler<PageContext, unknown> = (context, { query }) => (
  <SignInPage context={context} next={safeNext(query["next"], SIGN_IN_PATH)} />
);
