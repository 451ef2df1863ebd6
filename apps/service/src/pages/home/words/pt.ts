import type { en } from "./en.js";

export const pt: typeof en = {
  home: {
    title: "Pagamentos guardados até o comprador aprovar",
    description: "A Holdfast guarda o pagamento do comprador até a entrega ser aprovada.",
    lead: "A Holdfast guarda o pagamento do comprador até ele aprovar a entrega. Ninguém tem de ser o primeiro a confiar.",
    how: "Como funciona",
    pays: "O comprador paga à Holdfast",
    paysText: "Com cartão, dinheiro móvel ou transferência. O dinheiro fica guardado: o vendedor ainda não o tem.",
    delivers: "O vendedor entrega",
    deliversText: "O vendedor sabe que o dinheiro está lá. O comprador verifica o que recebe.",
    approves: "O comprador aprova",
    approvesText:
      "Só então o vendedor é pago. Se algo não estiver bem, o comprador pede alterações ou abre um litígio.",
    buying: "Está a comprar",
    buyingText: "Pague encomendas, aprove entregas e encontre os seus recibos. Só precisa do seu e-mail.",
    toBuyer: "Entrar como comprador",
    toOrders: "As suas encomendas",
    selling: "Está a vender",
    sellingText: "Crie links de pagamento, acompanhe as suas encomendas e receba os pagamentos.",
    toSeller: "Entrar como vendedor",
    toSignUp: "Criar uma conta de vendedor",
    documents: "Para programadores",
    reference: "Referência da API",
    overview: "Todos os guias, em texto simples",
    openApi: "Documento OpenAPI",
    mailbox: "Caixa de correio da sandbox",
  },
};
