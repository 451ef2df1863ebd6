import type { en } from "./en.js";

export const sw: typeof en = {
  notifications: {
    title: "Arifa",
    lead: (days, most) => `Siku ${days} zilizopita, hadi arifa ${most}. Unazosoma hubaki hazijasomwa kwa wenzako.`,
    markAll: "Weka zote kuwa zimesomwa",
    emailSettings: "Mipangilio ya barua pepe",
    none: "Hakuna jipya",
    noneText: "Utaona hapa mnunuzi akiagiza, akilipa, akiomba marekebisho, akiidhinisha uletaji au akifungua mgogoro.",
    about: "{what}: {title}",
    unread: "haijasomwa",
    "escrow.created": "Oda mpya",
    "escrow.partially_funded": "Sehemu ya malipo imepokelewa",
    "escrow.funded": "Oda imelipwa",
    "escrow.milestone.revision_requested": "Marekebisho yameombwa",
    "escrow.milestone.approved": "Uletaji umeidhinishwa, pesa zimetolewa",
    "escrow.disputed": "Mgogoro umefunguliwa",
    "escrow.cancelled": "Oda imeghairiwa",
    "escrow.expired": "Muda wa oda umeisha",
  },
};
