/**
 * Where three nodes live on one machine: each in a network of its own, whose cable can be pulled, where the kernel lets us (root); on
 * three addresses of loopback otherwise, where a cut network can't be played.
 */
import { spawnSync } from "node:child_process";

const NODES = [1, 2, 3];
const BRIDGE = "hfha0";
/** For measurements between machines (RFC 2544): nobody routes it. */
const NETWORK = "198.18.71";

const ip = (...args) => spawnSync("ip", args, { encoding: "utf8" });

function must(...args) {
  const { status, stderr } = ip(...args);
  if (status !== 0) throw new Error(`ip ${args.join(" ")}: ${stderr}`);
}

const spaceOf = (number) => `hfha-${number}`;
const cableOf = (number) => `hfha${number}`;

function openNamespaces() {
  const close = () => {
    for (const number of NODES) {
      ip("link", "del", cableOf(number));
      ip("netns", "del", spaceOf(number));
    }
    ip("link", "del", BRIDGE);
  };
  close(); // what a run that was killed has left
  must("link", "add", BRIDGE, "type", "bridge");
  must("addr", "add", `${NETWORK}.254/24`, "dev", BRIDGE);
  must("link", "set", BRIDGE, "up");
  for (const number of NODES) {
    const [space, cable] = [spaceOf(number), cableOf(number)];
    must("netns", "add", space);
    must("link", "add", cable, "type", "veth", "peer", "name", "eth0", "netns", space);
    must("link", "set", cable, "master", BRIDGE, "up");
    must("-n", space, "addr", "add", `${NETWORK}.${number}/24`, "dev", "eth0");
    must("-n", space, "link", "set", "eth0", "up");
    must("-n", space, "link", "set", "lo", "up");
  }
  return {
    kind: "a network namespace for each node",
    addressOf: (number) => `${NETWORK}.${number}`,
    enter: (number) => ["ip", "netns", "exec", spaceOf(number)],
    /** Nothing goes in or out of the node any more, and nobody is told. */
    cut: (number) => must("link", "set", cableOf(number), "down"),
    mend: (number) => must("link", "set", cableOf(number), "up"),
    close,
  };
}

const LOOPBACK = {
  kind: "three addresses of loopback",
  addressOf: (number) => `127.71.0.${number}`,
  enter: () => [],
  cut: null,
  mend: () => {},
  close: () => {},
};

/** @param {{ isolated: boolean }} options whether a network of its own is wanted for each node */
export function openNetwork({ isolated }) {
  if (!isolated || process.getuid() !== 0) return LOOPBACK;
  try {
    return openNamespaces();
  } catch {
    return LOOPBACK;
  }
}
