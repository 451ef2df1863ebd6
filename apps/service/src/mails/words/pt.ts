import type { en } from "./en.js";

export const pt: typeof en = {
  code: {
    subject: "O seu código para entrar na Holdfast",
    lead: "Escreva este código na página que o pediu:",
    orLink: "Ou inicie sessão aqui, no dispositivo e no navegador em que o pediu:",
    link: "Iniciar sessão",
    holds: (minutes) => `Servem uma só vez, durante ${minutes} minutos, no navegador que os pediu.`,
    gone: "O código desta mensagem foi usado ou substituído, ou expirou.",
    warning:
      "Não dê a ninguém o código nem o link: nunca os pedimos por telefone nem por e-mail. Se não pediu um código, não precisa de fazer nada.",
    footer:
      "A Holdfast envia esta mensagem porque alguém quer iniciar sessão com este endereço. Não é preciso responder.",
  },
  shared: {
    footer:
      "Recebe esta mensagem porque o seu endereço foi usado numa encomenda com a Holdfast, que guarda o pagamento do comprador numa conta de garantia até a entrega ser aprovada. Um link nas nossas mensagens apenas abre uma página. Nunca pedimos códigos nem palavras-passe por e-mail.",
    open: "Abrir a encomenda",
    pay: "Abrir a encomenda e pagar",
    review: "Verificar a entrega",
    order: "Encomenda",
    part: "Parte",
    seller: "Vendedor",
    reference: "Referência",
    price: "Preço",
    fees: "Taxa de proteção da conta de garantia",
    total: "Total",
    received: "Recebido",
    missing: "Falta pagar",
    payUntil: "Pagar até",
    paidOn: "Pago em",
    toSeller: "Pago ao vendedor",
    toYou: "Reembolso para si",
    receipt: "Ver o recibo",
    other: "Outros",
    more: (count) => `mais ${count}`,
    nothingPaid:
      "Não tinha pago nada, por isso não há nada a devolver. Um pagamento que ainda chegue ser-lhe-á devolvido.",
    refundFollows: (amount) =>
      `${amount} são-lhe devolvidos pela via com que pagou. Voltamos a escrever quando o reembolso tiver sido pago.`,
    autoApproval: (moment) =>
      `Se não responder, a entrega é aprovada automaticamente a ${moment}, e o vendedor é pago.`,
    noAutoApproval: "O seu dinheiro fica na conta de garantia até decidir.",
  },
  paying: {
    created: (title) => `A sua encomenda: ${title}`,
    createdFrom: (seller) =>
      `Confirmou uma encomenda a ${seller}. Está à espera do seu pagamento; se já pagou, não precisa de fazer nada.`,
    howItWorks: "A Holdfast guarda o seu dinheiro. O vendedor é pago quando tiver aprovado a entrega.",
    payBy: (moment) =>
      `Pague, por favor, até ${moment}. Se até lá não tiver chegado o valor total, a encomenda é cancelada e o dinheiro é-lhe devolvido.`,
    partFunded: (missing, title) => `Ainda faltam ${missing}: ${title}`,
    receivedPart: (received, total, seller) =>
      `Recebemos ${received} de ${total} pela sua encomenda a ${seller}. Obrigado.`,
    missingPart: (missing) => `Ainda faltam ${missing}. A encomenda começa quando tiver pago tudo.`,
    funded: (title) => `Pagamento recebido: ${title}`,
    fundedFrom: (total, seller) =>
      `Recebemos o seu pagamento de ${total} pela encomenda a ${seller}. Esta mensagem é o seu recibo.`,
    next: "O que se segue: o vendedor entrega e avisa-nos. Depois escrevemos-lhe, para que possa verificar a entrega e aprová-la, pedir alterações ou abrir um litígio.",
    deliverUntil: (moment) => `Se nada tiver sido entregue até ${moment}, recebe o seu dinheiro de volta.`,
    reviewFor: (span) =>
      `Depois de a entrega ser comunicada, tem ${span} para responder; a seguir, é aprovada automaticamente. Um litígio suspende o prazo.`,
  },
  delivery: {
    submitted: (title) => `Verifique, por favor, a entrega: ${title}`,
    submittedBy: (seller, what) => `${seller} diz que entregou o seguinte: ${what}. Verifique, por favor.`,
    yourChoice: (amount) =>
      `Se estiver tudo bem, aprove a entrega: ${amount} são então pagos ao vendedor. Se não estiver, peça alterações ou abra um litígio.`,
    stopHere:
      "Há algo errado, e não tem tempo ou não consegue iniciar sessão? Suspenda o prazo aqui, sem iniciar sessão. O dinheiro fica então na Holdfast, e ouvimos os dois lados.",
    stop: "Há algo errado: suspender o prazo",
    note: "Nota do vendedor",
    carrier: "Transportadora",
    trackingNumber: "Número de seguimento",
    amount: "A pagar",
    disputed: (dispute) => `Recebemos o seu litígio ${dispute}`,
    disputedAbout: (what) => `Recebemos o seu litígio sobre: ${what}.`,
    standsStill:
      "Enquanto estiver aberto, o dinheiro fica na Holdfast e todos os prazos da encomenda param. Escrevemos-lhe assim que houver uma decisão.",
    dispute: "Litígio",
    decided: (title) => `O seu litígio foi decidido: ${title}`,
    released: (what, amount) =>
      `O seu litígio sobre “${what}” foi decidido a favor do vendedor: ${amount} foram-lhe pagos.`,
    resumed: (what) => `O seu litígio sobre “${what}” terminou, e esta parte da encomenda continua onde estava.`,
    to_deliver: "Agora cabe ao vendedor entregar. Escrevemos-lhe quando isso acontecer.",
    to_review: "A entrega espera de novo a sua decisão: aprove-a, peça alterações ou abra outro litígio.",
    to_revise: "Agora cabe ao vendedor fazer as alterações que pediu. Escrevemos-lhe quando isso acontecer.",
    others: "Outra parte da encomenda ainda está em litígio; sobre esse escrevemos-lhe à parte.",
  },
  negotiation: {
    wrote: (dispute) => `O vendedor escreveu no seu litígio ${dispute}`,
    wroteBy: (seller) => `${seller} escreveu sobre o seu litígio. Abra a encomenda para ler e responder.`,
    note: "O início",
    offered: (dispute) => `O vendedor propõe uma divisão no seu litígio ${dispute}`,
    offeredBy: (seller) =>
      `${seller} propõe dividir a parte do preço que ainda está guardada, e assim terminar o litígio e a encomenda.`,
    yourChoice:
      "Abra a encomenda para ver os valores exatos, e aceite ou recuse. Nenhum dinheiro se move antes de aceitar.",
    declined: (dispute) => `O vendedor recusou a sua proposta no litígio ${dispute}`,
    declinedBy: (seller) =>
      `${seller} recusou a divisão que propôs. Pode escrever, ou propor outra; se não chegarem a acordo, decidimos nós.`,
    refund: "De volta para si",
    release: "Ao vendedor",
    dispute: "Litígio",
    agreed: (title) => `O seu litígio está resolvido: ${title}`,
    agreedWith: (seller) =>
      `Chegou a acordo com ${seller} sobre a divisão do dinheiro. O litígio está resolvido, e a encomenda está fechada.`,
    agreedAll: (seller) =>
      `Chegou a acordo com ${seller} em que o vendedor é pago por inteiro. O litígio está resolvido, e a encomenda está concluída.`,
  },
  ending: {
    settled: (title) => `O seu litígio foi decidido: ${title}`,
    concededBy: (seller) =>
      `${seller} devolve-lhe tudo o que restava da sua encomenda. O litígio está resolvido e a encomenda está fechada.`,
    settledFrom: (seller) => `O litígio sobre a sua encomenda a ${seller} foi decidido, e a encomenda está fechada.`,
    completed: (title) => `Encomenda concluída: ${title}`,
    completedFrom: (seller) =>
      `Todas as partes da sua encomenda a ${seller} estão aprovadas, e o vendedor foi pago. Guarde esta mensagem como recibo.`,
    completedAfterDispute: (seller) =>
      `O litígio sobre a sua encomenda a ${seller} foi decidido a favor do vendedor. O vendedor foi pago, e a encomenda está concluída.`,
    cancelled: (title) => `Encomenda cancelada: ${title}`,
    cancelledBy: (seller) => `${seller} cancelou a sua encomenda.`,
    declined: (seller) => `Cancelou a sua encomenda a ${seller}.`,
    expired: (title) => `Encomenda terminada: ${title}`,
    unpaid: (seller) => `A sua encomenda a ${seller} não foi paga por completo a tempo e foi cancelada.`,
    undelivered: (seller) => `${seller} não entregou nada a tempo, por isso a sua encomenda foi cancelada.`,
    refunded: (amount) => `Reembolso pago: ${amount}`,
    refundedTo: (amount, seller) => `Devolvemos-lhe ${amount} pela via com que pagou a sua encomenda a ${seller}.`,
    overpaidReason: "Motivo: pagou mais do que era devido, ou um pagamento chegou depois de a encomenda terminar.",
    cancelledReason: "Motivo: o vendedor cancelou a encomenda.",
    declinedReason: "Motivo: cancelou a encomenda.",
    deadlineReason: "Motivo: a encomenda chegou ao fim do prazo.",
    settledReason: "Motivo: é a sua parte do litígio resolvido.",
    mayTakeDays: "O seu banco ou operador de dinheiro móvel pode levar alguns dias a mostrá-lo.",
  },
  chargeback: {
    opened: (title) => `O seu banco contesta um pagamento: ${title}`,
    openedAbout: (amount, seller) =>
      `O banco do cartão ou da conta que pagou ${amount} pela sua encomenda a ${seller} contesta o pagamento.`,
    standsStill: "Até ele decidir, a encomenda fica parada: nada é pago ao vendedor e nada é devolvido.",
    mistake: "Se for engano, peça ao seu banco que retire a contestação; a encomenda continua depois.",
    over: (title) => `O seu banco decidiu: ${title}`,
    won: (amount, seller) =>
      `O seu banco decidiu que o pagamento de ${amount} a ${seller} se mantém. A sua encomenda continua onde estava.`,
    lost: (amount, seller) =>
      `O seu banco deu-lhe razão e devolve-lhe os ${amount} que pagou pela sua encomenda a ${seller}.`,
    amount: "Contestado",
  },
  paymentLink: {
    subject: (seller: string) => `${seller} enviou-lhe um link de pagamento`,
    lead: (seller: string) => `${seller} pede-lhe que pague uma encomenda através da Holdfast.`,
    how: "A Holdfast guarda o seu dinheiro. O vendedor recebe quando aprovar a entrega.",
    open: "Ver a encomenda e pagar",
    unknown: "Não conhece este vendedor ou não esperava este e-mail? Não precisa de fazer nada: nada é cobrado.",
    footer:
      "A Holdfast envia este e-mail porque um vendedor indicou este endereço. Um link nos nossos e-mails apenas abre uma página. Nunca pedimos um código nem uma palavra-passe por e-mail.",
  },
};
