import type { en } from "./en.js";

export const pt: typeof en = {
  start: {
    title: "Primeiros passos",
    lead: "Três passos, aqui ou no seu próprio código. Ficam concluídos automaticamente.",
    byHand: "Começar sem código",
    byHandText: "Escreva o que vende e o preço, e envie o link ao comprador.",
    testOrder: "Pagar uma encomenda de teste",
    testOrderText:
      "Criamos a encomenda e abrimo-la num novo separador, tal como o comprador a vê. Não circula dinheiro real.",
    openTestOrder: "Abrir uma encomenda de teste",
    testOrderTitle: "Encomenda de teste",
    firstPaid: "A sua primeira encomenda está paga",
    firstPaidText: "A seguir, registe a entrega. Aprove-a como comprador, e o dinheiro é seu.",
    openOrder: "Abrir a encomenda",
    createLink: "Criar um link de pagamento",
    finished: "Está tudo pronto. A seguir: {reference}, {orders}, {colleagues}.",
    reference: "a referência da API",
    orders: "as suas encomendas",
    colleagues: "os seus colegas",
    done: "feito",
    toDo: "por fazer",
    said_kept: "Execute o código do passo 2. O passo fica concluído quando a sua sessão for criada.",
    said_pinged: "Um evento de teste está a caminho. O passo 3 fica concluído quando o seu servidor responder.",
    forDevelopers: "Um proprietário ou um programador desta conta pode fazer isto.",

    key: "Criar uma chave de API",
    apiKey: "Chave de API",
    keyInCode: "Já está no código abaixo. Guarde-a onde o seu servidor lê os seus segredos.",
    keyLost: "O seu servidor assina os pedidos com ela. Perdeu-a? {another} e revogue a antiga.",
    another: "Crie outra",
    keyUse: "O seu servidor assina os pedidos com ela. É mostrada uma única vez.",
    createKey: "Criar uma chave",
    keySaved: "Guardei a chave: continuar",

    session: "Criar uma sessão",
    sessionIs:
      "Uma sessão é uma encomenda com uma página onde o comprador paga; o endereço é o campo {url} da resposta. Execute de novo: a mesma {header} dá a mesma sessão.",
    firstSession: "Uma primeira sessão",
    viewSessions: "Ver as suas sessões",

    webhook: "Receber um webhook",
    webhookIs:
      "Os eventos são enviados para o seu servidor à medida que acontecem, assinados para poder verificar que são nossos. Isto é um recetor; qualquer biblioteca Standard Webhooks verifica também os nossos cabeçalhos {headers}:",
    receiver: "Um recetor",
    secret: "Segredo de assinatura",
    secretInCode: "Já está no código acima. Inicie o seu recetor com ele e depois envie-lhe um evento de teste.",
    eventsGo: "Os eventos vão para {host}.",
    eventsDisabled: "Os eventos vão para {host}, que está desativado.",
    eventsFail: (times) => `Os eventos vão para {host}, que não respondeu com 2xx (${times} vezes seguidas).`,
    sendTest: "Enviar um evento de teste",
    endpoints: "Endpoints e respetivos envios",
    url: "URL do seu recetor",
    urlHint: "URL HTTPS público. Recebe todos os tipos de eventos; pode mudar isso em Webhooks.",
    addEndpoint: "Adicionar endpoint",
    listen: "Não é acessível de fora? Encaminhe os eventos para localhost",
    listenText:
      "Onde tiver o código do Holdfast, esta linha encaminha cada evento novo para o seu recetor. Mostra um segredo de assinatura próprio.",
    forwarding: "Encaminhar eventos",
    theLine: "a linha que encaminha eventos",

    language: (what) => `${what}: linguagem`,
    inLanguage: (what, language) => `${what} em ${language}`,
    paste: "Cole num terminal.",
    saveAs: "Guarde como {file}, execute {run}",
  },
};
