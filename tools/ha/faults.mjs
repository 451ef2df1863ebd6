/** Six ways in which a primary goes, and how its node comes back. */

/**
 * `needsCut`: can't be played where the nodes share one network.
 * @type {readonly { name: string, needsCut?: true, strike: (node: object) => Promise<void> | void, heal: (node: object) => void }[]}
 */
export const FAULTS = [
  {
    name: "everything of the node killed",
    strike: (node) => node.signal("SIGKILL"),
    heal: (node) => node.start(),
  },
  {
    name: "postmaster killed",
    strike: (node) => node.signalPostmaster("SIGKILL"),
    heal: () => {},
  },
  {
    name: "immediate stop",
    strike: (node) => node.signalPostmaster("SIGQUIT"),
    heal: () => {},
  },
  {
    name: "planned switch",
    strike: (node) => node.switchOver(),
    heal: () => {},
  },
  {
    name: "frozen host",
    strike: (node) => node.signal("SIGSTOP"),
    heal: (node) => node.signal("SIGCONT"),
  },
  {
    name: "cut network",
    needsCut: true,
    strike: (node) => node.cut(),
    heal: (node) => node.mend(),
  },
];
