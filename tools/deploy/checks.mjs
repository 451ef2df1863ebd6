/** The checks, in the order in which they run. */
import { checkImage } from "./image.mjs";

const CONTAINERS = ["root", "podman", "buildah", "runc", "debootstrap", "git"];

/**
 * `needs` names programs, and `root`. Each says in a line what held, or throws a Failure.
 * @type {readonly { name: string, needs: readonly string[], check: (options: { isLong: boolean }) => Promise<string> }[]}
 */
export const CHECKS = [{ name: "image", needs: CONTAINERS, check: checkImage }];
