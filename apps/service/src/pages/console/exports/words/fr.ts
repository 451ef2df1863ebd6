import type { en } from "./en.js";

export const fr: typeof en = {
  exports: {
    link: "Exporter",
    title: (list) => `Exporter : ${list}`,
    payouts: "Versements",
  },
};
