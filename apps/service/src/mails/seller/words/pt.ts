import type { en } from "./en.js";

export const pt: typeof en = {
  shared: {
    order: "Encomenda",
    reference: "Referência",
    amount: "Valor",
    toWallet: "Para a sua carteira",
    toBuyer: "Para o comprador",
    buyersMessage: "Mensagem do comprador",
    openOrder: "Abrir a encomenda",
    switchOff: (about, account) =>
      `Recebe este e-mail porque escolheu saber ${about} em ${account}. Cada membro da conta escolhe os seus e-mails.`,
    turnOff: "Deixar de receber estes e-mails",
    about_order_paid: "das encomendas pagas",
    about_revision_asked: "das alterações que os compradores pedem",
    about_dispute: "dos litígios",
    about_order_ended: "das encomendas que terminam",
    about_payout: "das transferências",
    about_verification: "da verificação da conta",
    about_endpoint_failing: "dos endpoints de webhook que falham",
  },
  orders: {
    paid: (title) => `Paga: ${title}`,
    paidText: (amount) => `O comprador pagou tudo, e guardamos ${amount} para si. Já pode entregar.`,
    deliverUntil: (moment) => `Se nada for entregue até ${moment}, o dinheiro volta para o comprador.`,
    revision: (title) => `Alterações pedidas: ${title}`,
    revisionText: (part) => `O comprador verificou ${part} e pede alterações. Faça-as e entregue de novo.`,
    completed: (title) => `Concluída: ${title}`,
    completedAfterDispute:
      "O litígio terminou e a encomenda está concluída. O que estava guardado para si está na sua carteira.",
    completedText: "Tudo foi aprovado e a encomenda está concluída. O dinheiro está na sua carteira.",
    settled: (title) => `Fechada com divisão: ${title}`,
    settledText:
      "O litígio terminou: o valor guardado foi dividido entre si e o comprador, e a encomenda está fechada.",
    cancelled: (title) => `Cancelada: ${title}`,
    cancelled_buyer: "O comprador cancelou a encomenda.",
    cancelled_seller: "Cancelou a encomenda.",
    cancelled_deadline: "Nada foi entregue dentro do prazo, por isso a encomenda terminou.",
    goesBack: (amount) => `${amount} volta para o comprador.`,
  },
  disputes: {
    dispute: "Litígio",
    openDispute: "Abrir o litígio",
    ourMessage: "A nossa mensagem",
    opened: (dispute, title) => `Litígio ${dispute}: ${title}`,
    openedText: (part) =>
      `O comprador contesta ${part}. Guardamos o dinheiro, e todos os prazos estão suspensos, até o litígio terminar.`,
    openedNext: "Responda com o que sabe, junte provas ou proponha dividir o valor.",
    statement: (dispute, title) => `Novidades no litígio ${dispute}: ${title}`,
    statement_buyer: "O comprador escreveu no litígio.",
    statement_operator: "A Holdfast escreveu no litígio.",
    offer: (dispute, title) => `Uma proposta no litígio ${dispute}: ${title}`,
    offerText:
      "O comprador propõe dividir o que resta. Se aceitar, o dinheiro é repartido de imediato e o litígio termina.",
    declined: (dispute, title) => `A sua proposta no litígio ${dispute} foi recusada: ${title}`,
    declinedText: "O comprador recusou a sua proposta. O litígio continua aberto.",
    resolved: (title) => `Um litígio terminou: ${title}`,
    released: (part, amount) => `O litígio sobre ${part} terminou: ${amount} está na sua carteira.`,
    resumed: (part) => `O litígio sobre ${part} terminou, e a encomenda continua onde estava.`,
  },
  chargebacks: {
    inquiry: (title) => `Um banco pergunta por um pagamento: ${title}`,
    opened: (title) => `Estorno: ${title}`,
    inquiryText: (amount) => `O banco do pagador pergunta por um pagamento de ${amount}. Ainda não retira dinheiro.`,
    openedText: (amount) => `O banco do pagador contesta um pagamento de ${amount} e retira-o enquanto decide.`,
    standsStill:
      "A encomenda fica suspensa e nenhum prazo corre. O que lhe foi pago fica consigo, ou sai da sua carteira.",
    answer:
      "Respondemos ao banco com o que a encomenda mostra. Responda a este e-mail se tiver mais provas da entrega.",
    won: (title) => `Estorno ganho: ${title}`,
    wonText: (amount) =>
      `O banco do pagador decidiu a seu favor. O que tinha retirado de ${amount} voltou ao seu lugar, e a encomenda continua.`,
    lost: (title) => `Estorno perdido: ${title}`,
    lostText: (amount) => `O banco do pagador decidiu a favor do pagador: ${amount} está perdido em definitivo.`,
    owed: (amount) =>
      `Desse valor deve ${amount}. O que entrar na sua carteira paga-o primeiro; as transferências esperam até lá.`,
  },
  account: {
    to: "Para",
    reason: "Motivo",
    openPayout: "Abrir a transferência",
    paidOut: (amount) => `Transferido: ${amount}`,
    paidOutText: "Enviámos a sua transferência. O seu banco pode demorar alguns dias a mostrá-la.",
    payoutFailed: (amount) => `A transferência falhou: ${amount}`,
    payoutFailedText:
      "Não conseguimos enviar a sua transferência. O dinheiro voltou para a sua carteira; verifique a conta de destino e tente de novo.",
    verified: "A sua conta está verificada",
    refused: "A sua verificação foi recusada",
    verifiedText:
      "Conferimos os seus documentos. Pode levantar dinheiro, e os compradores veem que a conta está verificada.",
    refusedText:
      "Não conseguimos verificar a sua conta com estes documentos. Corrija o que está indicado abaixo e envie de novo.",
    openVerification: "Abrir a verificação",
  },
  endpoint: {
    toOwner: "A Holdfast envia este e-mail ao proprietário da conta.",
    open: "Abrir o endpoint",
    endpoint: "Endpoint",
    failed: "Tentativas falhadas",
    inARow: (failures) => `${failures} seguidas`,
    hello: (name) => `Olá ${name},`,
    rule: "Uma tentativa tem êxito quando o seu endpoint responde com um estado 2xx em 10 segundos; os redirecionamentos não são seguidos.",
    failing: (failures) => `O seu endpoint de webhook está a falhar: ${failures} tentativas seguidas`,
    failingText: (failures) =>
      `as últimas ${failures} tentativas de entregar eventos a um dos seus endpoints de webhook falharam, sem nenhum êxito pelo meio.`,
    failingNext: (most) =>
      `O que acontece a seguir: continuamos a tentar. Após ${most} tentativas falhadas seguidas, o endpoint é desativado; o primeiro êxito recomeça a contagem.`,
    failingFix: (rule) => `O que pode fazer: corrija o que o faz falhar. ${rule}`,
    failingFeed: "Nenhum evento se perde: o feed (GET /events) tem todos, entregues ou não.",
    disabled: (failures) => `O seu endpoint de webhook está desativado: ${failures} tentativas falhadas seguidas`,
    disabledText: (failures) =>
      `as últimas ${failures} tentativas de entregar eventos a um dos seus endpoints de webhook falharam, sem nenhum êxito pelo meio. Desativámos o endpoint e não lhe enviamos nada até ser reativado.`,
    disabledHeld:
      "Nada se perde: os envios em curso e os novos eventos ficam retidos. São enviados, os mais antigos primeiro, assim que o endpoint for reativado. O feed (GET /events) também tem todos os eventos.",
    disabledFix: (rule) => `O que pode fazer: corrija-o primeiro. ${rule} Depois reative-o na consola, ou com:`,
    disabledSkip: "Acrescente --skip-held para continuar só com os novos eventos e saltar os retidos.",
  },
  signIn: {
    noAnswer: "Não é preciso responder.",
    ifNotYou:
      "Se foi você, não precisa de fazer nada. Se não foi, redefina já a sua palavra-passe: isso termina a sessão em todos os navegadores.",
    reset: "Redefinir a palavra-passe",
    wantsPassword:
      "A Holdfast envia este e-mail porque alguém quer uma nova palavra-passe para a consola com este endereço.",
    wantsSignUp: "A Holdfast envia este e-mail porque alguém quer registar-se com este endereço.",
    codeReset: "O seu código para uma nova palavra-passe",
    codeSignUp: "O seu código para se registar na Holdfast",
    codeGone: "O código deste e-mail foi usado ou substituído, ou expirou.",
    codeLead: "Introduza este código na página que o pediu:",
    codeHolds: (minutes) => `Funciona uma vez, durante ${minutes} minutos, no navegador que o pediu.`,
    codeWarning:
      "Não o partilhe: nunca o pedimos por telefone nem por e-mail. Se não pediu um código, não precisa de fazer nada.",
    known: "Já tem um acesso à Holdfast",
    knownText:
      "Alguém quer registar-se com este endereço. Já tem um acesso à consola da Holdfast, por isso não enviámos código.",
    knownNext: "Se foi você, entre com a sua palavra-passe. Se a esqueceu, pode redefini-la nessa página.",
    signIn: "Entrar",
    unknown: "Não há acesso com este endereço",
    unknownText:
      "Alguém quer uma nova palavra-passe para a consola da Holdfast. Este endereço não tem lá acesso, por isso não enviámos código.",
    unknownNext: "Se foi você, talvez se tenha registado com outro endereço. Também se pode registar com este.",
    signUp: "Registar-se",
    nothingToDo: "Se não foi você, não precisa de fazer nada.",
    wasChanged: "A Holdfast envia este e-mail porque o seu acesso foi alterado ou usado.",
    password_changed: "A sua palavra-passe foi alterada",
    password_changed_text:
      "A palavra-passe do seu acesso à consola da Holdfast foi alterada. A sessão terminou em todos os outros navegadores.",
    second_factor_on: "O seu segundo fator está ligado",
    second_factor_on_text:
      "A partir de agora, a consola da Holdfast pede um código da sua aplicação de autenticação ao entrar. Guarde os códigos de recuperação onde os encontre sem o telemóvel.",
    second_factor_off: "O seu segundo fator está desligado",
    second_factor_off_text:
      "A consola da Holdfast já não pede um código da sua aplicação de autenticação: a palavra-passe basta para entrar.",
    recovery_code_used: "Foi usado um código de recuperação",
    recovery_code_used_text:
      "Alguém entrou na consola da Holdfast com a sua palavra-passe e um dos seus códigos de recuperação. Esse código já não funciona.",
    recovery_codes_new: "Tem novos códigos de recuperação",
    recovery_codes_new_text:
      "Foram criados novos códigos de recuperação para o seu acesso. Os antigos já não funcionam.",
    passkey_added: "Tem uma nova chave de acesso",
    passkey_added_text:
      "Foi acrescentada uma chave de acesso ao seu acesso à consola da Holdfast. Pode ser usada em vez de um código da sua aplicação de autenticação.",
    passkey_removed: "Foi removida uma chave de acesso",
    passkey_removed_text:
      "Foi removida uma chave de acesso do seu acesso à consola da Holdfast. Já não serve para entrar.",
    second_factor_blocked: "Alguém sabe a sua palavra-passe",
    second_factor_blocked_text:
      "Alguém introduziu a sua palavra-passe da consola da Holdfast e depois 50 códigos errados. Não conseguiu entrar. Não aceitamos mais códigos até escolher uma nova palavra-passe.",
    sign_ins_joined: "Os seus dois acessos são agora um só",
    sign_ins_joined_text:
      "Tinha dois acessos à consola da Holdfast com este endereço. Agora são um só, com uma palavra-passe e um segundo fator. Se a sua palavra-passe não for aceite, escolha uma nova. Se usa códigos de recuperação, crie novos.",
    newBrowserFooter:
      "A Holdfast envia este e-mail porque o seu acesso foi usado num navegador que ainda não tínhamos visto.",
    newBrowser: "Nova entrada na Holdfast",
    newBrowserText:
      "Alguém entrou na consola da Holdfast com o seu endereço, a partir de um navegador que ainda não tínhamos visto:",
    newBrowserWhere: (browser, network) => `${browser}, em ${network}.`,
    nameless: "um navegador sem nome",
  },
  access: {
    footer: "A Holdfast envia este e-mail a cada proprietário da conta, para a segurança dela.",
    happened: ({ what, account, who, about }) => `${what} em ${account}, ${who}${about === "" ? "" : `: ${about}`}.`,
    by: (name) => `por ${name}`,
    byCommandLine: "a partir da linha de comandos",
    expected:
      "Se estava à espera disto, não precisa de fazer nada. Se não estava, desfaça-o nesta página e redefina a sua palavra-passe.",
    review: "Ver na consola",
    key_created: "Nova chave de API",
    key_created_text: "Foi criada uma nova chave de API",
    destination_added: "Nova conta de destino",
    destination_added_text: "Foi acrescentada uma conta de destino. Pode ser usada após 24 horas",
    endpoint_added: "Novo endpoint de webhook",
    endpoint_added_text: "Foi acrescentado um endpoint de webhook",
    secret_shown: "Um segredo de assinatura foi mostrado",
    secret_shown_text: "O segredo de assinatura de um webhook foi mostrado",
    secret_rotated: "Novo segredo de assinatura",
    secret_rotated_text: "O segredo de assinatura de um webhook foi substituído",
    frame_origins_changed: "Mudaram os sites que podem incorporar o seu pagamento",
    frame_origins_changed_text: "A lista de sites que podem mostrar o seu pagamento nas suas páginas foi alterada",
    member_joined: "Novo membro na sua equipa",
    member_joined_text: "Alguém entrou na equipa",
    role_changed: "Um papel foi alterado",
    role_changed_text: "Um membro da equipa tem outro papel",
  },
  invitation: {
    footer: "A Holdfast envia este e-mail porque alguém convidou este endereço para uma equipa.",
    subject: "Convite para uma equipa na Holdfast",
    account: (sellerCode) => `conta ${sellerCode}`,
    invites: (by, account, role) => `${by} convida-o para a consola da Holdfast de ${account}, como ${role}.`,
    invited: (account, role) => `Tem um convite para a consola da Holdfast de ${account}, como ${role}.`,
    as_owner: "proprietário, que pode fazer tudo",
    as_developer: "programador, que trata de encomendas, chaves de API e webhooks",
    as_support: "apoio, que pode ver tudo e não altera nada",
    view: "Ver o convite",
    holds: (days) => `O link funciona durante ${days} dias, depois de entrar ou de se registar com este endereço.`,
    unknown: "Se não sabe quem é, não precisa de fazer nada.",
  },
};
