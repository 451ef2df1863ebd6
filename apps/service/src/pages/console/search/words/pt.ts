import type { en } from "./en.js";

export const pt: typeof en = {
  search: {
    title: "Procurar",
    lead: "Encontra partes de palavras em títulos, números de encomenda, códigos, endereços de e-mail e identificadores.",
    results: (count) => (count === 1 ? "1 resultado" : `${count} resultados`),
    viewAll: "Ver tudo",
    goTo: "Ir para",
    eventsOf: (type) => `Eventos: ${type}`,
    orders: "Encomendas",
    recentOrders: "Encomendas recentes",
    disputes: "Litígios",
    openDisputes: "Litígios abertos",
    sessions: "Sessões sem encomenda",
    recentSessions: "Sessões recentes sem encomenda",
    events: "Eventos",
    noneYet: "As suas encomendas, litígios e eventos aparecerão aqui.",
    noMatch: "Sem resultados para “{typed}”.",
  },
  box: {
    search: "Procurar",
    what: "Procurar encomendas, litígios, eventos e páginas",
    hint: "Título, n.º de encomenda, código, e-mail, evento…",
    failed: "A procura não respondeu. Tente de novo.",
    keys: "{up} {down} para mover, {enter} para abrir, {escape} para fechar. {slash} ou {ctrlK} abre a procura em todas as páginas.",
  },
  bounds: {
    cut: (count) => `Estes são alguns dos ${count} resultados mais recentes. Escreva mais para os limitar.`,
    behind:
      "Muitas encomendas foram criadas há pouco, e algumas ainda não podem ser procuradas. Tente daqui a uns minutos.",
  },
};
