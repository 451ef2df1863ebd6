import type { en } from "./en.js";

export const pt: typeof en = {
  shared: {
    links: "Links de pagamento reutilizáveis",
    standing_OPEN: "Aberto",
    standing_OFF: "Desligado",
    standing_EXPIRED: "Expirado",
    standing_FULL: "Sem lugares",
    takenOf: (taken, most) => `${taken} de ${most}`,
    amount: "Valor",
    orders: "Encomendas",
    created: "Criado em",
  },
  list: {
    sessions: "Sessões",
    lead: "Um link para muitos compradores: cada um tem a sua própria encomenda.",
    newLink: "Novo link reutilizável",
    endOfList: "Fim da lista",
    none: "Ainda não há links reutilizáveis",
    noneText:
      "Partilhe um no seu site, numa conversa ou num cartaz. Pode definir um fim e um número máximo de encomendas.",
    item: "Artigo",
    status: "Estado",
  },
  link: {
    title: "Link de pagamento reutilizável",
    said_created: "O link está pronto: partilhe-o com os seus clientes.",
    said_off: "O link está desligado. As encomendas já abertas continuam.",
    said_on: "O link está ligado de novo.",
    said_not_sent: "Não enviado: introduza um endereço de e-mail, por exemplo ada@example.com.",
    said_sent: "Enviámos o link por e-mail.",
    switchOn: "Ligar",
    switchOff: "Desligar",
    details: "Detalhes",
    placesTaken: "Lugares ocupados",
    opened: "Aberto",
    expires: "Expira em",
    never: "Nunca",
    orderId: "Número de encomenda",
    latest: "Últimas encomendas",
    noneYet: "Ainda ninguém confirmou uma encomenda com este link.",
  },
  newLink: {
    lead: "Muitos compradores podem usá-lo. Cada um tem a sua própria encomenda. A oferta nunca muda; pode desligar o link.",
    reference: "O seu identificador do link (opcional)",
    referenceHint: "Cada encomenda do link tem-no como número de encomenda.",
    count: "Número máximo de encomendas (opcional)",
    countHint: (most, span) =>
      `Até ${most}. Quem abre o link guarda um lugar durante ${span}, e até a encomenda ser paga ou terminar.`,
    problem_count: (most) => `Introduza um número de 1 a ${most}, ou deixe vazio.`,
  },
};
