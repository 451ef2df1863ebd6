/** What a page's form for a refund sends besides what is typed. */
export const fieldsOf = (html: string): Record<string, string> =>
  Object.fromEntries(
    [
      ...html
        .slice(html.indexOf('method="post"', html.indexOf("<main")))
        .matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g),
    ].map(([, name = "", value = ""]) => [name, value]),
  );
