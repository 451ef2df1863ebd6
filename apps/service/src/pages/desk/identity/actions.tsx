/** An operator writes down who runs the deployment: its texts in one form, its pictures each in another. */
import { saveIdentity, saveIdentityLogo } from "../../../commands/save-identity.js";
import { LOGO_FAULTS, LOGO_TAKES, readOperatorLogo } from "../../../config/operator-logo.js";
import { LOGO_BYTES_MAX } from "../../../domain/logo.js";
import type { OperatorLogo } from "../../../domain/operator-identity.js";
import { PageRefusal } from "../../kit/refusal.js";
import type { FilesAction, Handler, Posted } from "../../kit/route.js";
import { UNPROCESSABLE } from "../../kit/status.js";
import type { Upload } from "../../kit/upload.js";
import type { DeskContext } from "../access.js";
import { IDENTITY_PATH } from "../links.js";
import { operatorOf, readReason } from "../parts.js";
import { saidOf } from "../words.js";
import { readIdentity, untouched } from "./form.js";
import { type IdentityScene, type IdentityServices, loadIdentity } from "./load.js";
import { type Ground, IdentityPage, isGround, partOf } from "./view.js";

/** Keeps it, or shows how it would look. */
export const keepIdentity: Handler<DeskContext, IdentityServices, Posted> = async (context, { form }, services) => {
  const scene = await sceneOf(context, services);
  const read = readIdentity(form, scene);
  if (read.texts === null || read.isPreview) {
    const page = <IdentityPage context={context} scene={scene} form={read} />;
    return read.texts === null ? { status: UNPROCESSABLE, page } : page;
  }
  const change = { version: versionIn(form), reason: read.reason.reason, texts: read.texts };
  const saved = await saveIdentity(services.db, operatorOf(context), change);
  await services.identity.refresh();
  return `${IDENTITY_PATH}?said=${saidOf(saved, "identity")}`;
};

type Seen = { readonly context: DeskContext; readonly ground: Ground };

export const keepIdentityLogo: FilesAction<DeskContext, Seen, IdentityServices> = {
  files: { files: 1, bytesEach: LOGO_BYTES_MAX },
  look: async (context, { params }) => {
    const { ground = "" } = params;
    if (!isGround(ground)) throw new PageRefusal("not_found");
    return { context: { context, ground } };
  },
  act: async ({ context, ground }, { upload }, services) => {
    const scene = await sceneOf(context, services);
    if (scene.fixed[partOf(ground)] !== undefined) throw new PageRefusal("not_found");
    const { fields } = upload;
    const reason = readReason(fields["reason"]);
    const logo = fields["do"] === "remove" ? null : logoIn(upload, ground);
    if (typeof logo === "string" || reason.problem !== null) {
      const problem = typeof logo === "string" ? logo : null;
      const page = (
        <IdentityPage context={context} scene={scene} form={untouched(scene)} picture={{ ground, reason, problem }} />
      );
      return { status: UNPROCESSABLE, page };
    }
    const change = { version: versionIn(fields), reason: reason.reason, ground, logo };
    const saved = await saveIdentityLogo(services.db, operatorOf(context), change);
    await services.identity.refresh();
    return `${IDENTITY_PATH}?said=${saidOf(saved, "identity-logo")}#logos`;
  },
};

/** @throws PageRefusal where nothing can be written down here. */
async function sceneOf(context: DeskContext, services: IdentityServices): Promise<IdentityScene> {
  const scene = await loadIdentity(context, services);
  if (scene.isOfCells) throw new PageRefusal("not_found");
  return scene;
}

/** As the page showed it; of none that there is where the field holds something else. */
const versionIn = ({ version = "" }: Posted["form"]): number => (/^\d{1,9}$/.test(version) ? Number(version) : -1);

/** The picture that was handed in, or what is wrong with it. */
function logoIn({ files, problem }: Upload, ground: Ground): OperatorLogo | string {
  if (problem !== null)
    return `This takes ${LOGO_TAKES}${problem.kind === "large" ? `, and ${LOGO_FAULTS.large}` : ", and no SVG"}.`;
  const [file] = files;
  if (file === undefined) return `Choose a picture: ${LOGO_TAKES}.`;
  const logo = readOperatorLogo(file.content, ground);
  return typeof logo === "string" ? `This takes ${LOGO_TAKES}, and ${LOGO_FAULTS[logo]}.` : logo;
}
