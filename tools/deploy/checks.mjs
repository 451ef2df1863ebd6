/** The checks, in the order in which they run. */
import { checkBackup } from "./backup.mjs";
import { checkChart } from "./chart.mjs";
import { checkCompose } from "./compose.mjs";
import { checkImage } from "./image.mjs";
import { checkPrometheus } from "./prometheus.mjs";
import { checkProxies } from "./proxies.mjs";
import { checkUnits } from "./systemd.mjs";

const CONTAINERS = ["root", "podman", "buildah", "runc", "debootstrap", "git"];

/**
 * `needs` names programs, one or another of two, and `root`. Each says in a line what held, or throws a Failure.
 * @type {readonly { name: string, needs: readonly string[], check: (options: { isLong: boolean }) => Promise<string> }[]}
 */
export const CHECKS = [
  { name: "image", needs: CONTAINERS, check: checkImage },
  { name: "compose", needs: [...CONTAINERS, "python3", "curl", "openssl"], check: checkCompose },
  { name: "systemd", needs: [...CONTAINERS, "systemd-analyze", "setpriv", "curl", "openssl"], check: checkUnits },
  { name: "backup", needs: ["root", "barman", "rsync", "psql", "pg_receivewal", "setpriv"], check: checkBackup },
  { name: "chart", needs: ["helm or go", "python3"], check: checkChart },
  { name: "prometheus", needs: ["promtool"], check: checkPrometheus },
  { name: "proxies", needs: ["nginx", "caddy", "haproxy", "openssl"], check: checkProxies },
];
