/**
 * Who may import whom. This table is the source of the one in docs/internals/rooms.md; check.mjs compares the two and keeps both.
 *
 * A room is a folder, or the files of a folder that is divided further. A file outside every room fails the check, so a
 * new folder has to be entered here first.
 */

/** Compiled or not: another workspace imports what is compiled. */
const SERVICE = "apps/service/(?:src|dist)/";

/** What is written there decides nothing: how the sandbox misbehaves, and copies of figures that can't change any more. */
const NO_BUSINESS_STATE = "(?:chaos|days)\\.[tj]s$";

/**
 * name: as shown. path: which files belong to it. may: the rooms that it may import, besides itself. packages: what it
 * may import from npm. node: whether it may import Node's own modules.
 */
export const ROOMS = [
  { name: "contract", path: "^packages/contract/src/", may: [], packages: ["typebox"], node: false },
  {
    name: "platform",
    path: `^${SERVICE}platform/`,
    may: [],
    packages: [
      "pg",
      "pino",
      "prom-client",
      "@opentelemetry/api",
      "@opentelemetry/exporter-trace-otlp-http",
      "@opentelemetry/resources",
      "@opentelemetry/sdk-trace",
    ],
    node: true,
  },
  { name: "domain", path: `^${SERVICE}domain/`, may: ["contract"], packages: [], node: false },
  {
    name: "phones",
    path: `^${SERVICE}phones/`,
    may: ["domain"],
    packages: ["libphonenumber-js"],
    node: false,
  },
  {
    name: "words",
    path: `^${SERVICE}words/`,
    may: ["domain"],
    packages: ["intl-messageformat", "@formatjs/icu-messageformat-parser"],
    node: true,
  },
  { name: "mails", path: `^${SERVICE}mails/`, may: ["contract", "domain", "words"], packages: [], node: false },
  { name: "wire", path: `^${SERVICE}wire/`, may: ["contract", "domain"], packages: [], node: false },
  {
    name: "validation",
    path: `^${SERVICE}validation/`,
    may: ["contract", "domain"],
    packages: ["ajv", "ajv-formats"],
    node: false,
  },
  { name: "diagnoses", path: `^${SERVICE}diagnoses/`, may: ["words"], packages: [], node: false },
  {
    name: "store",
    path: `^${SERVICE}store/[^/]+$`,
    may: ["contract", "domain", "platform"],
    packages: [],
    node: true,
  },
  ...["read", "write", "queue", "identity", "providers", "sandbox", "directory", "moving"].map((part) => ({
    name: `store/${part}`,
    path: `^${SERVICE}store/${part}/${part === "write" ? `(?!${NO_BUSINESS_STATE})` : ""}`,
    may: ["contract", "domain", "platform", "store", ...(part === "read" ? [] : ["store/read"])],
    packages: [],
    node: false,
  })),
  {
    name: "store/write (no business state)",
    path: `^${SERVICE}store/write/${NO_BUSINESS_STATE}`,
    may: ["contract", "domain", "platform", "store", "store/read"],
    packages: [],
    node: false,
  },
  {
    name: "commands",
    path: `^${SERVICE}commands/`,
    may: [
      "contract",
      "domain",
      "wire",
      "mails",
      "diagnoses",
      "phones",
      "store/read",
      "store/write",
      "store/write (no business state)",
      "providers",
      "platform",
    ],
    packages: [],
    node: false,
  },
  {
    name: "outbound",
    path: `^${SERVICE}outbound/`,
    may: ["contract", "diagnoses", "platform"],
    packages: ["undici"],
    node: true,
  },
  {
    name: "providers",
    path: `^${SERVICE}providers/`,
    may: ["contract", "domain", "store/providers", "store/sandbox", "outbound", "platform"],
    packages: ["csv-parse", "saxes"],
    node: true,
  },
  {
    name: "callbacks",
    path: `^${SERVICE}callbacks/`,
    may: ["contract", "store/providers", "providers", "platform"],
    packages: ["fastify"],
    node: false,
  },
  {
    name: "identity",
    path: `^${SERVICE}identity/`,
    may: ["contract", "domain", "words", "store/identity", "platform"],
    packages: ["@simplewebauthn/server", "confusables"],
    node: true,
  },
  {
    name: "cells",
    path: `^${SERVICE}cells/`,
    may: [
      "domain",
      "identity",
      "store",
      "store/directory",
      "store/identity",
      "store/moving",
      "outbound",
      "config",
      "platform",
    ],
    packages: [],
    node: true,
  },
  {
    name: "config",
    path: `^${SERVICE}config/`,
    may: ["contract", "domain", "platform"],
    packages: ["ajv", "yaml"],
    node: true,
  },
  {
    name: "api",
    path: `^${SERVICE}api/`,
    may: [
      "contract",
      "domain",
      "wire",
      "validation",
      "mails",
      "commands",
      "store/read",
      "store/write (no business state)",
      "identity",
      "words",
      "platform",
      "config",
    ],
    packages: ["fastify"],
    node: true,
  },
  {
    name: "papers",
    path: `^${SERVICE}papers/`,
    may: ["contract", "domain", "words", "store/read"],
    packages: ["any-ascii", "bidi-js", "fontkit", "harfbuzzjs", "pdfkit", "subset-font", "@types/pdfkit"],
    node: true,
  },
  // Areas of pages import the kit, some import disputes, refunds or payees, none another; only the files right below `pages` import them all.
  {
    name: "pages/kit",
    path: `^${SERVICE}pages/kit/`,
    may: ["contract", "domain", "words", "phones", "store/read", "identity", "platform"],
    packages: [
      "fastify",
      "preact",
      "preact-render-to-string",
      "@fastify/compress",
      "@fastify/multipart",
      "linkify-it",
      "uqr",
    ],
    node: true,
  },
  {
    name: "pages/disputes",
    path: `^${SERVICE}pages/disputes/`,
    may: ["domain", "words", "store/read", "pages/kit"],
    packages: ["preact"],
    node: false,
  },
  {
    name: "pages/refunds",
    path: `^${SERVICE}pages/refunds/`,
    may: ["contract", "domain", "words", "store/read", "platform", "pages/kit"],
    packages: ["preact"],
    node: false,
  },
  {
    name: "pages/payees",
    path: `^${SERVICE}pages/payees/`,
    may: ["domain", "words", "pages/kit"],
    packages: ["preact"],
    node: false,
  },
  {
    name: "pages/checkout",
    path: `^${SERVICE}pages/checkout/`,
    may: [
      "contract",
      "domain",
      "words",
      "phones",
      "commands",
      "store/read",
      "identity",
      "platform",
      "config",
      "pages/kit",
    ],
    packages: ["preact"],
    node: true,
  },
  {
    name: "pages/buyer",
    path: `^${SERVICE}pages/buyer/`,
    may: [
      "contract",
      "domain",
      "words",
      "papers",
      "commands",
      "store/read",
      "identity",
      "platform",
      "pages/kit",
      "pages/disputes",
    ],
    packages: ["preact"],
    node: false,
  },
  {
    name: "pages/console",
    path: `^${SERVICE}pages/console/`,
    may: [
      "contract",
      "domain",
      "words",
      "phones",
      "papers",
      "diagnoses",
      "wire",
      "validation",
      "commands",
      "providers",
      "store/read",
      "store/write (no business state)",
      "identity",
      "platform",
      "config",
      "doctor",
      "pages/kit",
      "pages/disputes",
      "pages/refunds",
      "pages/payees",
    ],
    packages: ["fastify", "preact", "@fastify/multipart"],
    node: true,
  },
  {
    name: "pages/desk",
    path: `^${SERVICE}pages/desk/`,
    may: [
      "contract",
      "domain",
      "words",
      "mails",
      "commands",
      "store/read",
      "platform",
      "config",
      "pages/kit",
      "pages/disputes",
      "pages/refunds",
      "pages/payees",
    ],
    packages: ["preact"],
    node: false,
  },
  {
    name: "pages/sandbox",
    path: `^${SERVICE}pages/sandbox/`,
    may: ["contract", "domain", "words", "commands", "mails", "providers", "store/read", "platform", "pages/kit"],
    packages: ["preact"],
    node: false,
  },
  {
    name: "pages/home",
    path: `^${SERVICE}pages/home/`,
    may: ["contract", "domain", "words", "commands", "store/read", "platform", "pages/kit"],
    packages: ["preact"],
    node: false,
  },
  {
    name: "pages/docs",
    path: `^${SERVICE}pages/docs/`,
    may: ["contract", "pages/kit"],
    packages: ["preact", "minisearch"],
    node: false,
  },
  {
    name: "pages",
    path: `^${SERVICE}pages/[^/]+$`,
    may: [
      "contract",
      "domain",
      "identity",
      "pages/kit",
      ...["home", "checkout", "buyer", "console", "desk", "sandbox", "docs"].map((area) => `pages/${area}`),
    ],
    packages: ["fastify"],
    node: false,
  },
  {
    name: "webhooks",
    path: `^${SERVICE}webhooks/`,
    may: ["contract", "domain", "diagnoses", "store/queue", "outbound", "platform"],
    packages: [],
    node: true,
  },
  {
    name: "doctor",
    path: `^${SERVICE}doctor/`,
    may: ["contract", "diagnoses", "outbound", "webhooks", "platform"],
    packages: [],
    node: true,
  },
  {
    name: "workers",
    path: `^${SERVICE}workers/`,
    may: [
      "contract",
      "domain",
      "commands",
      "providers",
      "store/read",
      "store/queue",
      "store/providers",
      "store/identity",
      "mails",
      "papers",
      "words",
      "outbound",
      "webhooks",
      "doctor",
      "platform",
    ],
    packages: ["nodemailer"],
    node: true,
  },
  // Files right below src: they put a process together, so nobody else imports them.
  {
    name: "roots",
    path: `^${SERVICE}(?:admin/)?[^/]+$`,
    may: [
      "contract",
      "platform",
      "domain",
      "wire",
      "store",
      "store/read",
      "store/providers",
      "store/identity",
      "store/directory",
      "commands",
      "providers",
      "callbacks",
      "cells",
      "identity",
      "config",
      "api",
      "pages",
      "outbound",
      "webhooks",
      "doctor",
      "workers",
      "words",
    ],
    packages: [],
    node: true,
  },
  // Runs on servers of others, so it brings nothing along; its types are written from the contract's document.
  { name: "sdk", path: "^packages/sdk/src/", may: [], packages: [], node: false },
  // Runs inside shops, or beside them as a process of its own.
  { name: "bridge", path: "^packages/bridge/src/", may: ["sdk"], packages: ["pg", "prom-client"], node: true },
  {
    name: "cli",
    path: "^packages/cli/src/",
    may: ["contract", "sdk", "bridge", "admin"],
    packages: ["commander", "@modelcontextprotocol/server"],
    node: true,
  },
  // Its load goes through the public surface. Its floors and fixtures need a PostgreSQL, and ids as they are stored.
  {
    name: "bench",
    path: "^bench/src/",
    may: ["contract", "platform", "domain", "cells"],
    packages: ["fastify", "pg", "playwright-core", "undici", "tools/browser", "tools/cells", "tools/release"],
    node: true,
  },
];

/** Packages of this repository by the name under which others import them. */
export const ENTRIES = {
  contract: "@holdfast/contract",
  sdk: "@holdfast/sdk",
  bridge: "@holdfast/bridge",
  admin: "@holdfast/service/admin",
};

/** Folders that are looked at. A test may import anything. */
export const SOURCES = [
  "packages/contract/src",
  "packages/sdk/src",
  "packages/bridge/src",
  "packages/cli/src",
  "apps/service/src",
  "bench/src",
];

/**
 * Fewer modules or imports than this mean that the check did not see all there is. Nine tenths of what the check counted when
 * this was last written; set it anew, both numbers at once, whenever a change adds or removes a tenth.
 */
export const FLOOR = { modules: 730, imports: 4_180 };

/** Lines that a file may have: a longer one is two. Those that programs write are as long as they are. */
export const LINES_MAX = 400;
export const WRITTEN = ["packages/sdk/src/types.ts", "apps/service/src/words/areas.ts"];

/** The table as docs/internals/rooms.md shows it. */
export function tableOfRooms() {
  const cell = (items) => (items.length === 0 ? "nothing" : items.join(", "));
  return [
    "| room | may import, besides itself | packages | Node's modules |",
    "|---|---|---|---|",
    ...ROOMS.map(
      ({ name, may, packages, node }) => `| ${name} | ${cell(may)} | ${cell(packages)} | ${node ? "yes" : "no"} |`,
    ),
  ].join("\n");
}
