import { expect, test } from "vitest";
import { prefersHtml } from "../../src/pages/kit/accept.js";

test.each([
  ["text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", true],
  ["text/html", true],
  ["text/*;q=0.5, application/json;q=0.4", true],
  ["*/*", false],
  ["application/json", false],
  ["application/json, text/html;q=0.9", false],
  ["text/html, application/json", false],
  ["text/html;q=0", false],
  ["text/html;q=x", false],
  ["", false],
  [undefined, false],
])("Accept: %s asks for a page: %s", (accept, isPage) => {
  expect(prefersHtml(accept)).toBe(isPage);
});
