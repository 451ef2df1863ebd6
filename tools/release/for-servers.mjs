/** What servers take of a release: the chart, packed by helm, and the image, as an archive of OCI. */
import fs from "node:fs";
import { join } from "node:path";
import { Failure, mustRun } from "../clients/process.mjs";
import { bringHelm, CHART } from "../deploy/helm.mjs";
import { builtImage, IMAGE } from "../deploy/image.mjs";
import { buildah, Lacking, lackOf, podman, prepareContainers } from "../deploy/machine.mjs";
import { Missing } from "./missing.mjs";

function demand(needs) {
  const lack = lackOf(needs);
  if (lack !== null) throw new Missing(lack);
}

/** Helm's own name for it is that of the npm package. */
export async function packChart({ to }) {
  demand(["helm or go"]);
  await bringHelm().catch((error) => {
    throw error instanceof Lacking ? new Missing(error.message) : error;
  });
  const folder = fs.mkdtempSync(join(to, "chart-"));
  try {
    await mustRun("helm", ["package", CHART, "--destination", folder]);
    const [name] = fs.readdirSync(folder);
    const file = join(to, name.replace("holdfast-", "holdfast-chart-"));
    fs.renameSync(join(folder, name), file);
    return [file];
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

export async function tryChart({ files: [file], folder }) {
  const values = join(folder, "values.yaml");
  fs.copyFileSync(join(CHART, "ci/smallest.yaml"), values);
  const args = ["template", "holdfast", file, "--values", values, "--kube-version", "1.34"];
  const { stdout } = await mustRun("helm", args, { cwd: folder });
  const images = new Set(stdout.match(/(?<=image: ).+/g));
  const wanted = `registry.shop.example/${IMAGE.split("/").at(-1)}`;
  if (images.size !== 1 || !images.has(wanted)) throw new Failure(`it takes ${[...images]}, not ${wanted}`);
  return `${stdout.match(/^kind: /gm).length} objects, of the image of this version`;
}

/** Where no registry is asked, on the base that stands in for the published one: tools/deploy/stand-ins.mjs. */
export async function saveImage({ to }) {
  demand(["root", "buildah", "podman", "runc", "debootstrap", "git"]);
  prepareContainers();
  await builtImage();
  const file = join(to, `holdfast-image-${IMAGE.split(":").at(-1)}.tar`);
  await buildah(["push", "--quiet", IMAGE, `oci-archive:${file}:${IMAGE}`]);
  return [file];
}

export async function tryImage({ files: [file] }) {
  const { stdout: loaded } = await podman(["load", "--quiet", "--input", file]);
  const name = loaded.trim().split(" ").at(-1);
  const { stdout } = await podman(["run", "--rm", "--read-only", "--cap-drop=ALL", "--network=none", name, "--help"]);
  if (!stdout.includes("serve")) throw new Failure(`${name} has another command line: ${stdout.slice(0, 1_000)}`);
  return `loaded as ${name}, ${Math.ceil(fs.statSync(file).size / 1e6)} MB, its command line runs`;
}
