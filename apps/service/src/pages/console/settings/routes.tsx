/** The settings of an account, and of a member's mails about it. */
import {
  addDocument,
  removeDocument,
  removeLogo,
  saveBrand,
  saveNotifications,
  saveProfile,
  saveTerms,
  submitVerification,
} from "../../../commands/settings.js";
import { EVIDENCE_BYTES_MAX, EVIDENCE_FILES_MAX } from "../../../domain/evidence.js";
import { parseUuid } from "../../../domain/ids.js";
import { NOTIFICATION_KINDS } from "../../../domain/notifications.js";
import { DOCUMENT_KINDS, DOCUMENTS_MAX } from "../../../domain/settings.js";
import type { Database } from "../../../platform/database.js";
import { listWantedMails, loadSettings } from "../../../store/read/console/settings.js";
import { findDocument, loadVerification, type Verification } from "../../../store/read/console/verification.js";
import { sendFile } from "../../files.js";
import type { Upload } from "../../orders/upload.js";
import { PageRefusal } from "../../refusal.js";
import type { ConsoleContext } from "../context.js";
import type { Answer, Asked, ConsoleRoutes } from "../routes.js";
import type { RegisterPart } from "../services.js";
import { BrandPage } from "./brand.js";
import { readBrand } from "./brand-form.js";
import { settingsPath } from "./frame.js";
import { NotificationsPage } from "./notifications.js";
import { ProfilePage } from "./profile.js";
import { readProfile } from "./profile-form.js";
import { TermsPage } from "./terms.js";
import { readTerms } from "./terms-form.js";
import { VerificationPage } from "./verification.js";

type Means = { readonly db: Database };

/** Something typed has to be put right first (RFC 9110, section 15.5.21). */
const UNPROCESSABLE = 422;

export const registerSettings: RegisterPart = (routes, { db }) => {
  registerProfile(routes, { db });
  registerVerification(routes, { db });
  registerTerms(routes, { db });
  registerBrand(routes, { db });
  registerNotifications(routes, { db });
};

function registerProfile(routes: ConsoleRoutes, { db }: Means): void {
  // Whoever may not configure has settings too: their mails.
  routes.page("/settings", "read", async (context, { query }) => {
    if (!context.may("configure")) return settingsPath(context, "/notifications");
    const settings = await loadSettings(db, context.member.account);
    return <ProfilePage context={context} settings={settings} said={query["said"]} />;
  });
  routes.action("/settings", "configure", async (context, fields) => {
    const settings = await loadSettings(db, context.member.account);
    const form = readProfile(fields, settings.profile);
    if (Object.keys(form.problems).length > 0) {
      return { status: UNPROCESSABLE, page: <ProfilePage context={context} settings={settings} form={form} /> };
    }
    await saveProfile(db, context.member.account, form.typed);
    return settingsPath(context, "", "profile");
  });
}

function registerVerification(routes: ConsoleRoutes, { db }: Means): void {
  const load = async ({ member }: ConsoleContext): Promise<Verification> => {
    const verification = await loadVerification(db, member.account);
    if (verification === null) throw new PageRefusal("not_found");
    return verification;
  };
  const refused = async (context: ConsoleContext, problem: string): Promise<Answer> => ({
    status: UNPROCESSABLE,
    page: <VerificationPage context={context} verification={await load(context)} problem={problem} />,
  });

  routes.page("/settings/verification", "configure", async (context, { query }) => (
    <VerificationPage context={context} verification={await load(context)} said={query["said"]} />
  ));
  routes.action("/settings/verification", "configure", async (context) => {
    const { member, seller } = context;
    const isSubmitted = await submitVerification(db, { account: member.account, seller: seller.id });
    return isSubmitted ? settingsPath(context, "/verification", "submitted") : refused(context, NOT_SUBMITTED);
  });
  routes.upload("/settings/verification/documents", "configure", async (context, upload) => {
    const problem = await keepDocuments(db, context, upload);
    return problem === null ? settingsPath(context, "/verification", "documents") : refused(context, problem);
  });
  routes.page("/settings/verification/documents/:document", "configure", async ({ member }, asked) => {
    const id = documentOf(asked);
    const file = id === null ? null : await findDocument(db, member.account, id);
    if (file === null) throw new PageRefusal("not_found");
    return sendFile(asked.reply, file);
  });
  routes.action("/settings/verification/documents/:document/remove", "configure", async (context, _form, asked) => {
    const id = documentOf(asked);
    const isGone = id !== null && (await removeDocument(db, context.member.account, id));
    if (!isGone) throw new PageRefusal("not_found");
    return settingsPath(context, "/verification", "removed");
  });
}

const documentOf = ({ params }: Asked) => parseUuid("document", params["document"] ?? "");

const NOT_SUBMITTED = "Nothing was submitted: something is still missing, or it was submitted already.";

const FILE_PROBLEMS: Readonly<Record<NonNullable<Upload["problem"]>["kind"], string>> = {
  many: `At most ${EVIDENCE_FILES_MAX} files at a time. None of them was kept.`,
  large: `A file has at most ${EVIDENCE_BYTES_MAX / 1024 / 1024} MB. None of them was kept.`,
  type: "Only PDF, JPEG, PNG and WebP files are taken. None of them was kept.",
  empty: "A file is empty. None of them was kept.",
  unreadable: "The files did not arrive whole. Please try again.",
};

/** Null when all of them were kept, else what is wrong. */
async function keepDocuments(
  db: Database,
  { member }: ConsoleContext,
  { fields, files, problem }: Upload,
): Promise<string | null> {
  const kind = DOCUMENT_KINDS.find((one) => one === fields["kind"]);
  // Text proves nothing.
  const isText = files.some(({ type }) => type === "text/plain");
  if (problem !== null || isText) return FILE_PROBLEMS[problem?.kind ?? "type"];
  if (kind === undefined || files.length === 0) return "Please say what the document shows, and choose a file.";
  for (const { name, type, content } of files) {
    const outcome = await addDocument(db, member.account, { kind, name, type, content });
    if (outcome === "full") return `A submission has at most ${DOCUMENTS_MAX} documents.`;
    if (outcome === "closed")
      return "Nothing can be added now: what you submitted is being looked at, or was accepted.";
  }
  return null;
}

function registerTerms(routes: ConsoleRoutes, { db }: Means): void {
  routes.page("/settings/terms", "configure", async (context, { query }) => {
    const { terms } = await loadSettings(db, context.member.account);
    return <TermsPage context={context} terms={terms} said={query["said"]} />;
  });
  routes.action("/settings/terms", "configure", async (context, fields) => {
    const form = readTerms(fields);
    if (form.terms === null) {
      const { terms } = await loadSettings(db, context.member.account);
      return { status: UNPROCESSABLE, page: <TermsPage context={context} terms={terms} form={form} /> };
    }
    await saveTerms(db, context.member.account, form.terms);
    return settingsPath(context, "/terms", "terms");
  });
}

function registerBrand(routes: ConsoleRoutes, { db }: Means): void {
  routes.page("/settings/brand", "configure", async (context, { query }) => {
    const { brand } = await loadSettings(db, context.member.account);
    return <BrandPage context={context} brand={brand} said={query["said"]} />;
  });
  routes.upload("/settings/brand", "configure", async (context, upload) => {
    const form = readBrand(upload);
    const isWrong = Object.keys(form.problems).length > 0;
    if (isWrong || form.isPreview) {
      const { brand } = await loadSettings(db, context.member.account);
      return { status: isWrong ? UNPROCESSABLE : 200, page: <BrandPage context={context} brand={brand} form={form} /> };
    }
    await saveBrand(db, context.member.account, { ...form.typed, logo: form.logo });
    return settingsPath(context, "/brand", "brand");
  });
  routes.action("/settings/brand/logo/remove", "configure", async (context) => {
    await removeLogo(db, context.member.account);
    return settingsPath(context, "/brand", "logo");
  });
}

function registerNotifications(routes: ConsoleRoutes, { db }: Means): void {
  routes.page("/settings/notifications", "read", async (context, { query }) => {
    const wanted = await listWantedMails(db, { account: context.member.account, seller: context.seller.id });
    return <NotificationsPage context={context} wanted={wanted} said={query["said"]} />;
  });
  // What somebody wants to be told is their own to say, whatever they may do, and however the account stands.
  routes.action("/settings/notifications", "read", async (context, fields) => {
    const wanted = new Set(NOTIFICATION_KINDS.filter((kind) => fields[kind] === "on"));
    await saveNotifications(db, { account: context.member.account, seller: context.seller.id }, wanted);
    return settingsPath(context, "/notifications", "mails");
  });
}
