// Terms: escrow = conta de garantia, order = encomenda, milestone = parte, dispute = litígio, session = sessão de pagamento, payment
// link = link de pagamento, payout = transferência, payout account = conta de recebimento, wallet = carteira, endpoint = endpoint,
// event = evento, delivery of an event = envio, request = pedido, key = chave, signing secret = segredo de assinatura.
import type { en } from "./en.js";

export const pt: typeof en = {
  frame: {
    description: "A consola Holdfast: encomendas, dinheiro e integração de um vendedor.",
    menu: "Consola",
    developers: "Programadores",
    account: "Conta",
    switchAccount: "Mudar de conta",
    suspended: "Esta conta está suspensa e só pode ser consultada. Contacte o apoio.",
    refused: "A verificação desta conta foi recusada. Não pode criar encomendas novas até resolver isso.",
    unverified:
      "Esta conta ainda não está verificada. Pode vender, mas só pode levantar dinheiro depois de verificada.",
    verification: "Verificação",
    waiting_unread: "por ler",
    waiting_escrows: "por entregar",
    waiting_disputes: "à espera da sua resposta",
    waiting_failedPayouts: "falhadas",
    waiting_endpoints: "com falhas",
  },
  menu: {
    overview: "Visão geral",
    notifications: "Notificações",
    sessions: "Sessões",
    escrows: "Contas de garantia",
    disputes: "Litígios",
    wallet: "Carteira",
    start: "Primeiros passos",
    keys: "Chaves de API",
    webhooks: "Webhooks",
    events: "Eventos",
    requests: "Registo de pedidos",
    signature: "Teste de assinatura",
    settings: "Definições",
    team: "Equipa",
    security: "Registo de segurança",
  },
  refused: {
    missing: "Não há nada neste endereço. Pode ter sido eliminado, ou o endereço está incompleto.",
    toOverview: "Voltar à visão geral",
    search: "Procurar",
    accounts: "As suas contas",
  },
  once: {
    copy: "Copiar",
    copied: "Copiado",
    keepNow: (what) => `${what}: guarde agora`,
    onlyNow: "Copie agora. Não voltaremos a mostrar.",
  },
  news: {
    live: "Atualiza-se automaticamente",
    stopped: "As atualizações pararam. Recarregue a página.",
  },
  sharing: {
    title: "Partilhar",
    leadMany: "Cada pessoa com o link tem a sua própria encomenda.",
    leadOne: "Só um cliente pode usar o link, uma única vez.",
    theLink: "o link de pagamento",
    open: "Abrir",
    whatsApp: "Partilhar no WhatsApp",
    qrCode: "Código QR do link de pagamento",
    byEmail: "Enviar por e-mail",
    email: "E-mail do cliente",
    language: "Idioma",
    emailNote:
      "O e-mail leva o seu nome. Um cliente que já tenha iniciado sessão lê-o no seu idioma. Até 50 e-mails por dia.",
    send: "Enviar e-mail",
    button: "Pôr um botão no seu site",
    buttonNote: "Cole isto em qualquer página. Não precisa de script.",
    pay: "Pagar com Holdfast",
    theButton: "o botão",
  },
  roles: {
    owner: "Proprietário",
    developer: "Programador",
    support: "Apoio",
  },
  keys: {
    allInUse: (count) =>
      `As ${count} chaves estão todas em uso. Revogue uma de que já não precise e depois crie outra.`,
  },
};
