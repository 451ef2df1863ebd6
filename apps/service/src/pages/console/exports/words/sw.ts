import type { en } from "./en.js";

export const sw: typeof en = {
  exports: {
    link: "Hamisha",
    title: (list) => `Hamisha: ${list}`,
    payouts: "Malipo kwako",
  },
};
