import type { en } from "./en.js";

export const fr: typeof en = {
  log: {
    title: "Journal de sécurité",
    lead: "Les connexions de votre équipe, et les changements de clés, de comptes de versement, de secrets et de membres. Il ne peut être ni modifié ni supprimé.",
    csv: "Télécharger en CSV",
  },
};
