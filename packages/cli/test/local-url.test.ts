import { expect, test } from "vitest";
import { withScheme } from "../src/local-url.js";

test.each([
  ["localhost:4242/webhooks", "http://localhost:4242/webhooks"],
  ["LOCALHOST:4242", "http://LOCALHOST:4242"],
  ["localhost", "http://localhost"],
  ["localhost/x?y=1", "http://localhost/x?y=1"],
  ["shop.localhost:4242/x", "http://shop.localhost:4242/x"],
  ["127.0.0.1:4242", "http://127.0.0.1:4242"],
  ["127.1.2.3/x", "http://127.1.2.3/x"],
  ["[::1]:4242/x", "http://[::1]:4242/x"],
  [":4242/x", "http://localhost:4242/x"],
  [":4242", "http://localhost:4242"],
])("%s is %s", (given, read) => {
  expect(withScheme(given)).toBe(read);
  expect(URL.parse(read)).not.toBeNull();
});

test.each([
  "http://localhost:4242",
  "https://shop.example/x",
  "shop.example:4242/x",
  "localhost.example/x",
  "ftp://localhost/",
  "127.0.0.1.example/x",
  ":4242x",
  "4242",
  "",
  "curl -s localhost:4242/x",
])("%j stays as it is", (given) => expect(withScheme(given)).toBe(given));
