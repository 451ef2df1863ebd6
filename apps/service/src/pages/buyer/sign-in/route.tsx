import type { People } from "../../../identity/people.js";
import { safeNext } from "../../kit/next.js";
import type { PageContext } from "../../kit/page-context.js";
import type { Handler } from "../../kit/route.js";
import { SIGN_IN_PATH } from "../links.js";
import { LinkPage } from "./link.js";
import { readOnward } from "./onward.js";
import { SignInPage } from "./view.js";

/** Signing in as a page of its own. */
export const showBuyerSignIn: Handler<PageContext, unknown> = (context, { query }) => (
  <SignInPage context={context} next={safeNext(query["next"], SIGN_IN_PATH)} />
);

/** Behind the link in a code's mail. Opening it does nothing; in the browser that asked it holds the form that enters the code. */
export const showSignInLink: Handler<PageContext, { readonly people: People }> = (
  context,
  { params, request },
  { people: { buyers, cookies } },
) => {
  const { ticket = "" } = params;
  const code = buyers.codeIn(request.headers, ticket);
  return <LinkPage context={context} code={code} ticket={ticket} next={readOnward(cookies, request.headers)} />;
};
