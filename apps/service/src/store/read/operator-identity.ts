/** Who runs the deployment, as the desk has written it down. */
import { parseColour } from "../../domain/brand.js";
import type { LogoType } from "../../domain/logo.js";
import type { GivenIdentity, OperatorLogo } from "../../domain/operator-identity.js";
import type { Queryable } from "../../platform/database.js";

export type StoredIdentity = {
  /** Counts its changes. */
  readonly version: number;
  /** Parts that are written down; the others are left to the product. */
  readonly given: GivenIdentity;
};

type Row = {
  readonly version: number;
  readonly name: string;
  readonly legal_name: string;
  readonly address: string;
  readonly registration: string;
  readonly colour: string | null;
  readonly support_email: string;
  readonly support_url: string;
  readonly terms_url: string;
  readonly privacy_url: string;
  readonly mail_name: string;
  readonly software_line: boolean;
  /** Of a logo either all is there or nothing: the table sees to it. */
  readonly logo: Buffer | null;
  readonly logo_type: LogoType | null;
  readonly logo_hash: string | null;
  readonly logo_width: number | null;
  readonly logo_height: number | null;
  readonly logo_dark: Buffer | null;
  readonly logo_dark_type: LogoType | null;
  readonly logo_dark_hash: string | null;
  readonly logo_dark_width: number | null;
  readonly logo_dark_height: number | null;
};

/** Which version there is: one row of one page, for a look every second. */
export async function identityVersion(db: Queryable): Promise<number> {
  const [row] = await db.query<{ version: number }>({
    name: "operator identity version",
    text: "select version from operator_identity",
  });
  return row?.version ?? 0;
}

export async function readStoredIdentity(db: Queryable): Promise<StoredIdentity> {
  const [row] = await db.query<Row>({
    name: "operator identity",
    text: `
      select version, name, legal_name, address, registration, colour, support_email, support_url, terms_url, privacy_url, mail_name,
        software_line, logo, logo_type, logo_hash, logo_width, logo_height,
        logo_dark, logo_dark_type, logo_dark_hash, logo_dark_width, logo_dark_height
      from operator_identity`,
  });
  if (row === undefined) return { version: 0, given: {} };
  const parts = {
    name: row.name,
    legalName: row.legal_name,
    address: row.address,
    registration: row.registration,
    colour: row.colour === null ? null : parseColour(row.colour),
    supportEmail: row.support_email,
    supportUrl: row.support_url,
    termsUrl: row.terms_url,
    privacyUrl: row.privacy_url,
    mailName: row.mail_name,
    softwareLine: row.software_line,
    logo: logoOf(row.logo, row.logo_type, row.logo_hash, row.logo_width, row.logo_height),
    logoDark: logoOf(row.logo_dark, row.logo_dark_type, row.logo_dark_hash, row.logo_dark_width, row.logo_dark_height),
  } satisfies Record<keyof GivenIdentity, unknown>;
  const given = Object.entries(parts).filter(([, value]) => value !== null && value !== "");
  return { version: row.version, given: Object.fromEntries(given) };
}

type LogoRow = readonly [Buffer | null, LogoType | null, string | null, number | null, number | null];

const logoOf = (...[content, type, hash, width, height]: LogoRow): OperatorLogo | null =>
  content === null ? null : ({ content, type, hash, width, height } as OperatorLogo);

/** The bytes behind the address of a logo; null for one that is not the operator's any more. */
export async function findOperatorLogo(
  db: Queryable,
  hash: string,
): Promise<{ readonly content: Buffer; readonly type: LogoType } | null> {
  const [row] = await db.query<{ content: Buffer; type: LogoType }>({
    name: "find operator logo",
    text: `
      select case when logo_hash = $1 then logo else logo_dark end as content,
        case when logo_hash = $1 then logo_type else logo_dark_type end as type
      from operator_identity where $1 in (logo_hash, logo_dark_hash)`,
    values: [hash],
  });
  return row ?? null;
}
