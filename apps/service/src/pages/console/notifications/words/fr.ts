import type { en } from "./en.js";

export const fr: typeof en = {
  notifications: {
    title: "Notifications",
    lead: (days, most) =>
      `Les ${days} derniers jours, ${most} au plus. Ce que vous lisez reste non lu pour vos collègues.`,
    markAll: "Tout marquer comme lu",
    emailSettings: "Réglages des e-mails",
    none: "Rien de nouveau",
    noneText:
      "Vous verrez ici quand un acheteur commande, paie, demande des modifications, approuve une livraison ou ouvre un litige.",
    about: "{what} : {title}",
    unread: "non lue",
    "escrow.created": "Nouvelle commande",
    "escrow.partially_funded": "Paiement partiel reçu",
    "escrow.funded": "Commande payée",
    "escrow.milestone.revision_requested": "Modifications demandées",
    "escrow.milestone.approved": "Livraison approuvée, argent versé",
    "escrow.disputed": "Litige ouvert",
    "escrow.cancelled": "Commande annulée",
    "escrow.expired": "Délai de la commande dépassé",
  },
};
