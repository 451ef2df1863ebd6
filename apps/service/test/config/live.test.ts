/** What live mode asks of the ways out of this machine. */
import { expect, test } from "vitest";
import { ConfigError, readConfig } from "../../src/config/index.js";

const LIVE = {
  MODE: "live",
  SECRET_KEY: Buffer.alloc(32, 1).toString("base64"),
  SMTP_URL: "smtp://mail.example",
  OPERATOR_LEGAL_NAME: "Acme Payments Ltd",
  MAIL_FROM: "no-reply@pay.example",
  PUBLIC_URL: "https://pay.example",
};
const read = (more: Record<string, string>) => () => readConfig({ ...LIVE, ...more });

test.each(["DATABASE_URL", "MIGRATION_DATABASE_URL"])("%s takes TLS unless every host is on loopback", (name) => {
  for (const url of [
    "postgres://holdfast:geheim@db.example/holdfast",
    "postgres://holdfast:geheim@db.example/holdfast?sslmode=disable",
    "postgres://holdfast:geheim@db.example/holdfast?sslmode=prefer",
    "postgres://holdfast:geheim@db.example/holdfast?sslmode=require&sslmode=disable",
    "postgres://holdfast:geheim@127.0.0.1,db.example:5433/holdfast",
    "postgres://holdfast:geheim@localhost.example/holdfast",
    "postgres://holdfast:geheim@localhost/holdfast?host=db.example",
  ]) {
    expect(read({ [name]: url }), url).toThrow(ConfigError);
    expect(read({ [name]: url }), url).not.toThrow(/geheim/);
    expect(readConfig({ [name]: url }), url).toBeDefined();
  }
  for (const url of [
    "postgres://holdfast:geheim@db.example/holdfast?sslmode=require",
    "postgres://holdfast:geheim@a.example,b.example/holdfast?sslmode=verify-full",
    "postgres://holdfast:geheim@127.0.0.1:5433/holdfast",
    "postgres://holdfast:geheim@[::1]:5433,localhost/holdfast",
  ])
    expect(read({ [name]: url }), url).not.toThrow();
});

test("limits of an account are read, and have their defaults by mode", () => {
  expect(readConfig({})).toMatchObject({ accountRequestsPerMinute: null, sessionsPerDay: 100_000 });
  expect(read({})()).toMatchObject({ sessionsPerDay: null, unverifiedSessionsPerDay: 200 });
  const given = { RATE_LIMIT_PER_MINUTE_ACCOUNT: "7", SESSIONS_PER_DAY: "8", SESSIONS_PER_DAY_UNVERIFIED: "9" };
  expect(readConfig(given)).toMatchObject({
    accountRequestsPerMinute: 7,
    sessionsPerDay: 8,
    unverifiedSessionsPerDay: 9,
  });
  expect(() => readConfig({ SESSIONS_PER_DAY: "0" })).toThrow(ConfigError);
});
