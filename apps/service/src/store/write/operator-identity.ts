/** Who runs the deployment, as the desk writes it down, each change with its line of the audit log. */
import type { IdentityTexts, OperatorLogo } from "../../domain/operator-identity.js";
import type { Operator } from "../../domain/operators.js";
import type { Queryable } from "../../platform/database.js";

/** What one change is made on, and why. */
export type Change = {
  /** As the operator saw it: of two changes at a time the later one is refused. */
  readonly version: number;
  readonly reason: string;
};

const NOTED = [
  "name",
  "legal_name",
  "address",
  "registration",
  "colour",
  "support_email",
  "support_url",
  "terms_url",
  "privacy_url",
  "mail_name",
];
const noted = (row: string): string =>
  `jsonb_build_object(${[
    ...NOTED.map((column) => `'${column.replaceAll("_", " ")}', nullif(${row}.${column}, '')`),
    `'software line', case when ${row}.software_line then 'on' else 'off' end`,
    `'logo', ${row}.logo_hash`,
    `'logo on dark', ${row}.logo_dark_hash`,
  ].join(", ")})`;

/** @param set the assignments, by parameters from $5 on. */
const change = (set: string): string => `
  with old as (select * from operator_identity where version = $3 for update),
  changed as (update operator_identity i set ${set} from old returning i.*)
  insert into operator_actions (operator_id, operator, action, subject, before, after, reason, created)
  select $1::uuid, $2, 'set_identity', '', ${noted("old")}, ${noted("changed")}, $4, service_now() from old, changed
  returning 1`;

/** False when somebody else has changed it since. */
export async function updateIdentity(
  db: Queryable,
  operator: Operator,
  { texts, version, reason }: Change & { readonly texts: IdentityTexts },
): Promise<boolean> {
  const rows = await db.query({
    name: "desk: set identity",
    text: change(`name = $5, legal_name = $6, address = $7, registration = $8, colour = $9, support_email = $10, support_url = $11,
      terms_url = $12, privacy_url = $13, mail_name = $14, software_line = $15`),
    values: [
      operator.id,
      operator.name,
      version,
      reason,
      texts.name,
      texts.legalName,
      texts.address,
      texts.registration,
      texts.colour,
      texts.supportEmail,
      texts.supportUrl,
      texts.termsUrl,
      texts.privacyUrl,
      texts.mailName,
      texts.softwareLine,
    ],
  });
  return rows.length === 1;
}

/** Null takes it away. */
export type NewLogo = { readonly ground: "light" | "dark"; readonly logo: OperatorLogo | null };

/** The same of a picture; null takes it away. */
export async function updateIdentityLogo(
  db: Queryable,
  operator: Operator,
  { ground, logo, version, reason }: Change & NewLogo,
): Promise<boolean> {
  const column = ground === "light" ? "logo" : "logo_dark";
  const rows = await db.query({
    name: `desk: set identity ${column}`,
    text: change(
      `${column} = $5, ${column}_type = $6, ${column}_hash = $7, ${column}_width = $8, ${column}_height = $9`,
    ),
    values: [
      operator.id,
      operator.name,
      version,
      reason,
      logo === null ? null : Buffer.from(logo.content),
      logo?.type ?? null,
      logo?.hash ?? null,
      logo?.width ?? null,
      logo?.height ?? null,
    ],
  });
  return rows.length === 1;
}
