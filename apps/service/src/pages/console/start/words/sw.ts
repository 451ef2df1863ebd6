import type { en } from "./en.js";

export const sw: typeof en = {
  start: {
    title: "Anza hapa",
    lead: "Hatua tatu, hapa au kwa msimbo wako mwenyewe. Hatua hujikamilisha zenyewe.",
    byHand: "Anza bila msimbo",
    byHandText: "Andika unachouza na bei yake, kisha mtumie mnunuzi wako kiungo.",
    testOrder: "Lipa oda ya majaribio",
    testOrderText:
      "Tunaiunda na kuifungua kwenye kichupo kipya, kama mnunuzi wako anavyoiona. Hakuna pesa halisi inayohamishwa.",
    openTestOrder: "Fungua oda ya majaribio",
    testOrderTitle: "Oda ya majaribio",
    firstPaid: "Oda yako ya kwanza imelipwa",
    firstPaidText: "Kinachofuata, wasilisha bidhaa. Kisha idhinisha kama mnunuzi, na pesa ni zako.",
    openOrder: "Fungua oda",
    createLink: "Unda kiungo cha malipo",
    finished: "Uko tayari. Kinachofuata: {reference}, {orders}, {colleagues}.",
    reference: "mwongozo wa API",
    orders: "oda zako",
    colleagues: "wenzako",
    done: "imekamilika",
    toDo: "bado",
    said_kept: "Endesha msimbo wa hatua ya 2. Hatua itakamilika kipindi chako cha malipo kikiundwa.",
    said_pinged: "Tukio la majaribio liko njiani. Hatua ya 3 itakamilika seva yako ikijibu.",
    forDevelopers: "Mmiliki au msanidi wa akaunti hii anaweza kufanya hili.",

    key: "Unda ufunguo wa API",
    apiKey: "Ufunguo wa API",
    keyInCode: "Tayari umo kwenye msimbo ulio hapa chini. Uhifadhi mahali seva yako inasoma siri zake.",
    keyLost: "Seva yako inasaini maombi yake kwa ufunguo huu. Umeupoteza? {another} na ubatilishe wa zamani.",
    another: "Unda mwingine",
    keyUse: "Seva yako inasaini maombi yake kwa ufunguo huu. Unaonyeshwa mara moja tu.",
    createKey: "Unda ufunguo",
    keySaved: "Nimehifadhi ufunguo: endelea",

    session: "Unda kipindi cha malipo",
    sessionIs:
      "Kipindi cha malipo ni oda yenye ukurasa ambapo mnunuzi wako analipa; anwani yake ni {url} ya jibu. Endesha mistari tena: {header} ileile hutoa kipindi kilekile.",
    firstSession: "Kipindi cha kwanza",
    viewSessions: "Ona vipindi vyako",

    webhook: "Pokea webhook",
    webhookIs:
      "Matukio hutumwa kwa seva yako yanapotokea, yakiwa na saini ili uthibitishe kuwa yanatoka kwetu. Hiki ni kipokezi; maktaba yoyote ya Standard Webhooks pia huthibitisha vichwa vyetu vya {headers}:",
    receiver: "Kipokezi",
    secret: "Siri ya saini",
    secretInCode:
      "Tayari imo kwenye msimbo ulio hapo juu. Anzisha kipokezi chako nayo, kisha ukitumie tukio la majaribio.",
    eventsGo: "Matukio yanakwenda {host}.",
    eventsDisabled: "Matukio yanakwenda {host}, ambayo imezimwa.",
    eventsFail: (times) => `Matukio yanakwenda {host}, ambayo haikujibu kwa 2xx (mara ${times} mfululizo).`,
    sendTest: "Tuma tukio la majaribio",
    endpoints: "Endpoint na utumaji wake",
    url: "URL ya kipokezi chako",
    urlHint:
      "URL ya HTTPS iliyo wazi kwa umma. Inapokea kila aina ya tukio; unaweza kubadilisha hilo chini ya Webhook.",
    addEndpoint: "Ongeza endpoint",
    listen: "Haifikiki kutoka nje? Elekeza matukio kwenye localhost",
    listenText:
      "Mahali msimbo wa Holdfast ulipo, mstari huu hupeleka kila tukio jipya kwa kipokezi chako. Huonyesha siri yake ya saini.",
    forwarding: "Kuelekeza matukio",
    theLine: "mstari unaoelekeza matukio",

    language: (what) => `${what}: lugha`,
    inLanguage: (what, language) => `${what} kwa ${language}`,
    paste: "Bandika kwenye terminal.",
    saveAs: "Hifadhi kama {file}, endesha {run}",
  },
};
