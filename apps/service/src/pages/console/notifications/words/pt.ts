import type { en } from "./en.js";

export const pt: typeof en = {
  notifications: {
    title: "Notificações",
    lead: (days, most) => `Os últimos ${days} dias, até ${most}. O que lê continua por ler para os seus colegas.`,
    markAll: "Marcar tudo como lido",
    emailSettings: "Definições de e-mail",
    none: "Nada de novo",
    noneText: "Verá aqui quando um comprador encomenda, paga, pede alterações, aprova uma entrega ou abre um litígio.",
    about: "{what}: {title}",
    unread: "por ler",
    "escrow.created": "Nova encomenda",
    "escrow.partially_funded": "Pagamento parcial recebido",
    "escrow.funded": "Encomenda paga",
    "escrow.milestone.revision_requested": "Alterações pedidas",
    "escrow.milestone.approved": "Entrega aprovada, dinheiro pago",
    "escrow.disputed": "Litígio aberto",
    "escrow.cancelled": "Encomenda cancelada",
    "escrow.expired": "Prazo da encomenda esgotado",
  },
};
