/** What a migration may not do while the last release serves. */
import { expect, test } from "vitest";
// @ts-expect-error plain JavaScript
import { findingsOf } from "../migrations.mjs";

const rulesOf = (sql: string): readonly string[] =>
  findingsOf("0100_change.sql", sql).map((finding: string) => /\(([a-z ]+)\): /.exec(finding)?.[1]);

test.each([
  ["drop table old_orders", "drop"],
  ["alter table escrows drop column note", "drop"],
  ["drop function moved_alone(uuid)", "drop"],
  ["alter table escrows rename column note to remark", "rename"],
  ["alter table escrows alter column number type bigint", "type"],
  ["alter table escrows alter column note set not null", "not null"],
  ["alter table escrows add column note text not null", "not null"],
  ["alter table escrows add column a int default 1, add column note text not null", "not null"],
  ["alter table escrows add column key uuid not null default gen_random_uuid()", "rewrite"],
  ["alter table escrows add constraint escrows_note check (length(note) < 9)", "constraint"],
  ["create unique index escrows_note on escrows (note)", "index"],
  ["create index on only escrows (note)", "index"],
  ["update accounts set hidden = true", "rows"],
  ["lock table escrows", "lock"],
])("%s breaks or keeps waiting the last release (%s)", (sql, rule) => {
  expect(rulesOf(`-- A change that can't wait; it's urgent.\n${sql};\n`)).toEqual([rule]);
  expect(rulesOf(`-- allowed ${rule}: the table has ten rows\n${sql};\n`)).toEqual([]);
  expect(rulesOf(`-- allowed ${rule}:\n${sql};\n`), "without a reason").toEqual([rule]);
});

test.each([
  "create table notes (id bigint primary key, text text not null check (text <> '')); create index on notes (text); update notes set text = 'x'",
  "alter table escrows add column note text check (length(note) < 100), add column seen boolean not null default false",
  "alter table escrows add constraint escrows_note check (length(note) < 9) not valid",
  "alter table escrows validate constraint escrows_earlier",
  "create or replace function f() returns trigger language plpgsql as $$ begin drop table escrows; update escrows set a = 1; end $$",
  "comment on table escrows is 'drop table escrows; lock table escrows'",
  "alter table escrows drop constraint escrows_kind_check",
  "drop trigger escrows_keep on escrows; create constraint trigger escrows_keep after update on escrows execute function keep()",
])("%s does neither", (sql) => {
  expect(rulesOf(`${sql};`)).toEqual([]);
});

test("a constraint is validated in another migration than the one that adds it", () => {
  const add = "alter table escrows add constraint escrows_note check (note <> '') not valid;";
  expect(rulesOf(`${add} alter table escrows validate constraint escrows_note;`)).toEqual(["validate"]);
});
