import type { en } from "./en.js";

export const sw: typeof en = {
  home: {
    title: "Malipo yanayoshikiliwa hadi mnunuzi aidhinishe",
    description: "Holdfast hushikilia malipo ya mnunuzi hadi aidhinishe alichopokea.",
    lead: "Holdfast hushikilia malipo ya mnunuzi hadi aidhinishe alichopokea. Hakuna anayelazimika kumwamini mwenzake kwanza.",
    how: "Jinsi inavyofanya kazi",
    pays: "Mnunuzi anailipa Holdfast",
    paysText: "Kwa kadi, pesa za simu au uhamisho wa benki. Pesa zinashikiliwa: muuzaji bado hana.",
    delivers: "Muuzaji analeta",
    deliversText: "Muuzaji anajua kuwa pesa zipo. Mnunuzi anakagua anachopokea.",
    approves: "Mnunuzi anaidhinisha",
    approvesText: "Hapo muuzaji analipwa. Kama kuna kasoro, mnunuzi anaomba marekebisho au anafungua mgogoro.",
    buying: "Unanunua",
    buyingText: "Lipia oda, idhinisha ulichopokea na upate risiti zako. Unahitaji barua pepe yako tu.",
    toBuyer: "Ingia kama mnunuzi",
    toOrders: "Oda zako",
    selling: "Unauza",
    sellingText: "Tengeneza viungo vya malipo, fuatilia oda zako na ulipwe.",
    toSeller: "Ingia kama muuzaji",
    toSignUp: "Fungua akaunti ya muuzaji",
    documents: "Kwa watengenezaji programu",
    reference: "Marejeo ya API",
    overview: "Miongozo yote, kwa maandishi ya kawaida",
    openApi: "Hati ya OpenAPI",
    mailbox: "Kisanduku cha barua cha sandbox",
  },
};
