import type { en } from "./en.js";

export const pt: typeof en = {
  exports: {
    link: "Exportar",
    title: (list) => `Exportar: ${list}`,
    payouts: "Transferências",
  },
};
