import type { en } from "./en.js";

export const sw: typeof en = {
  search: {
    title: "Tafuta",
    lead: "Hupata sehemu za maneno katika majina, nambari za oda, misimbo, anwani za barua pepe na vitambulisho.",
    results: (count) => (count === 1 ? "tokeo 1" : `matokeo ${count}`),
    viewAll: "Ona zote",
    goTo: "Nenda kwenye",
    eventsOf: (type) => `Matukio: ${type}`,
    orders: "Oda",
    recentOrders: "Oda za karibuni",
    disputes: "Migogoro",
    openDisputes: "Migogoro iliyo wazi",
    sessions: "Vipindi visivyo na oda",
    recentSessions: "Vipindi vya karibuni visivyo na oda",
    events: "Matukio",
    noneYet: "Oda, migogoro na matukio yako yataonekana hapa.",
    noMatch: "Hakuna kinacholingana na “{typed}”.",
  },
  box: {
    search: "Tafuta",
    what: "Tafuta oda, migogoro, matukio na kurasa",
    hint: "Jina, nambari ya oda, msimbo, barua pepe, tukio…",
    failed: "Utafutaji haukujibu. Jaribu tena.",
    keys: "{up} {down} kusogea, {enter} kufungua, {escape} kufunga. {slash} au {ctrlK} hufungua utafutaji kwenye kila ukurasa.",
  },
  bounds: {
    cut: (count) => `Haya ni kati ya matokeo ${count} mapya zaidi. Andika zaidi ili kuyapunguza.`,
    behind: "Oda nyingi zimeundwa karibuni, na baadhi bado haziwezi kutafutwa. Jaribu tena baada ya dakika chache.",
  },
};
