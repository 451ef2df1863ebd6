import { THEMES, YEAR_SECONDS } from "./looks.js";
import { safeNext } from "./next.js";
import { type PageParts, setCookies } from "./page-context.js";
import type { Handler, Posted } from "./route.js";

/** Keeps the choice, and leads back to the page on which it was made. What is no theme changes nothing. */
export const chooseTheme: Handler<unknown, PageParts, Posted> = (
  _context,
  { form, reply },
  { people: { cookies } },
) => {
  const theme = THEMES.find((name) => name === form["theme"]);
  if (theme === "system") setCookies(reply, [cookies.clear("theme")]);
  else if (theme !== undefined) setCookies(reply, [cookies.write("theme", theme, YEAR_SECONDS)]);
  return safeNext(form["next"], "/");
};
