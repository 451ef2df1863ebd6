import type { en } from "./en.js";

export const sw: typeof en = {
  code: {
    subject: "Msimbo wako wa kuingia Holdfast",
    lead: "Andika msimbo huu kwenye ukurasa uliouomba:",
    orLink: "Au ingia hapa, kwenye kifaa na kivinjari ulichotumia kuuomba:",
    link: "Ingia",
    holds: (minutes) => `Vinatumika mara moja tu, ndani ya dakika ${minutes}, kwenye kivinjari kilichoviomba.`,
    gone: "Msimbo wa barua pepe hii umeshatumika, umebadilishwa au muda wake umeisha.",
    warning:
      "Usimpe mtu yeyote msimbo wala kiungo: hatuviombi kamwe kwa simu wala kwa barua pepe. Ikiwa hukuomba msimbo, huhitaji kufanya chochote.",
    footer: "Holdfast imetuma ujumbe huu kwa sababu mtu anataka kuingia kwa kutumia anwani hii. Hakuna haja ya kujibu.",
  },
  shared: {
    footer:
      "Umepokea ujumbe huu kwa sababu anwani yako ilitumika kwa oda kupitia Holdfast, inayotunza malipo ya mnunuzi kama amana ya uaminifu hadi bidhaa iidhinishwe. Kiungo katika barua zetu hufungua ukurasa tu. Hatuombi kamwe msimbo wala nenosiri kwa barua pepe.",
    open: "Fungua oda",
    pay: "Fungua oda na ulipe",
    review: "Kagua kilicholetwa",
    order: "Oda",
    part: "Sehemu",
    seller: "Muuzaji",
    reference: "Kumbukumbu",
    price: "Bei",
    fees: "Ada ya ulinzi wa amana",
    total: "Jumla",
    received: "Kilichopokelewa",
    missing: "Kilichobaki",
    payUntil: "Lipa kabla ya",
    paidOn: "Ililipwa",
    toSeller: "Aliyolipwa muuzaji",
    toYou: "Unazorudishiwa",
    receipt: "Tazama risiti",
    other: "Nyinginezo",
    more: (count) => `${count} zaidi`,
    nothingPaid: "Hukuwa umelipa chochote, kwa hiyo hakuna cha kurudisha. Malipo yatakayofika bado yatarudishwa kwako.",
    refundFollows: (amount) =>
      `${amount} zinarudishwa kwako kwa njia uliyotumia kulipa. Tutakuandikia tena zitakapokuwa zimelipwa.`,
    autoApproval: (moment) => `Usipojibu, kilicholetwa kinaidhinishwa kiotomatiki ${moment}, na muuzaji analipwa.`,
    noAutoApproval: "Pesa zako zinabaki kwenye amana ya uaminifu hadi utakapoamua.",
  },
  paying: {
    created: (title) => `Oda yako: ${title}`,
    createdFrom: (seller) =>
      `Umethibitisha oda kutoka kwa ${seller}. Inasubiri malipo yako; kama umeshalipa, huhitaji kufanya lolote.`,
    howItWorks: "Holdfast inatunza pesa zako. Muuzaji hulipwa baada ya wewe kuidhinisha kilicholetwa.",
    payBy: (moment) =>
      `Tafadhali lipa kabla ya ${moment}. Kama kiasi chote hakijafika kufikia wakati huo, oda inaghairiwa na unarudishiwa pesa zako.`,
    partFunded: (missing, title) => `Bado zinahitajika ${missing}: ${title}`,
    receivedPart: (received, total, seller) =>
      `Tumepokea ${received} kati ya ${total} kwa oda yako kutoka kwa ${seller}. Asante.`,
    missingPart: (missing) => `Bado zinahitajika ${missing}. Oda itaanza ukishalipa zote.`,
    funded: (title) => `Malipo yamepokelewa: ${title}`,
    fundedFrom: (total, seller) =>
      `Tumepokea malipo yako ya ${total} kwa oda yako kutoka kwa ${seller}. Barua hii ni risiti yako.`,
    next: "Kinachofuata: muuzaji analeta na kutujulisha. Kisha tutakuandikia, ili ukague na uidhinishe, uombe marekebisho, au ufungue mgogoro.",
    deliverUntil: (moment) => `Ikiwa hakuna kitakachokuwa kimeletwa kufikia ${moment}, utarudishiwa pesa zako.`,
    reviewFor: (span) =>
      `Muuzaji akisema ameleta, una muda huu wa kujibu: ${span}. Baada ya hapo kinaidhinishwa kiotomatiki. Mgogoro husimamisha muda huo.`,
  },
  delivery: {
    submitted: (title) => `Tafadhali kagua kilicholetwa: ${title}`,
    submittedBy: (seller, what) => `${seller} anasema ameleta hiki: ${what}. Tafadhali kikague.`,
    yourChoice: (amount) =>
      `Kila kitu kikiwa sawa, idhinisha: kisha ${amount} zitalipwa kwa muuzaji. Kama si sawa, omba marekebisho au fungua mgogoro.`,
    stopHere:
      "Je, kuna kasoro, na huna muda au huwezi kuingia? Simamisha muda hapa bila kuingia. Pesa zinabaki Holdfast, nasi tunaangalia pande zote mbili.",
    stop: "Kuna kasoro: simamisha muda",
    note: "Ujumbe wa muuzaji",
    carrier: "Msafirishaji",
    trackingNumber: "Nambari ya kufuatilia",
    amount: "Za kulipwa",
    disputed: (dispute) => `Tumepokea mgogoro wako ${dispute}`,
    disputedAbout: (what) => `Tumepokea mgogoro wako kuhusu: ${what}.`,
    standsStill:
      "Ukiwa bado wazi, pesa zinabaki Holdfast na kila muda wa mwisho wa oda unasimama. Tutakuandikia mara uamuzi utakapotolewa.",
    dispute: "Mgogoro",
    decided: (title) => `Mgogoro wako umeamuliwa: ${title}`,
    released: (what, amount) =>
      `Mgogoro wako kuhusu “${what}” umeamuliwa kwa faida ya muuzaji: ${amount} zimelipwa kwake.`,
    resumed: (what) => `Mgogoro wako kuhusu “${what}” umekwisha, na sehemu hii ya oda inaendelea ilipokuwa.`,
    to_deliver: "Sasa muuzaji anapaswa kuleta. Tutakuandikia atakapofanya hivyo.",
    to_review: "Kilicholetwa kinasubiri tena uamuzi wako: idhinisha, omba marekebisho, au fungua mgogoro mwingine.",
    to_revise: "Sasa muuzaji anapaswa kufanya marekebisho uliyoomba. Tutakuandikia atakapofanya hivyo.",
    others: "Sehemu nyingine ya oda bado ina mgogoro; tutakuandikia kuhusu hiyo peke yake.",
  },
  negotiation: {
    wrote: (dispute) => `Muuzaji ameandika kwenye mgogoro wako ${dispute}`,
    wroteBy: (seller) => `${seller} ameandika kuhusu mgogoro wako. Fungua oda usome na ujibu.`,
    note: "Mwanzo wake",
    offered: (dispute) => `Muuzaji anapendekeza mgawanyo kwenye mgogoro wako ${dispute}`,
    offeredBy: (seller) =>
      `${seller} anapendekeza kugawana bei ambayo bado inatunzwa, na hivyo kumaliza mgogoro na oda.`,
    yourChoice: "Fungua oda uone viasi kamili, kisha ukubali au ukatae. Hakuna pesa zinazohamishwa kabla hujakubali.",
    declined: (dispute) => `Muuzaji amekataa pendekezo lako kwenye mgogoro ${dispute}`,
    declinedBy: (seller) =>
      `${seller} amekataa mgawanyo uliopendekeza. Unaweza kuandika, au kupendekeza mwingine; msipokubaliana, tutaamua sisi.`,
    refund: "Zinazorudi kwako",
    release: "Kwa muuzaji",
    dispute: "Mgogoro",
    agreed: (title) => `Mgogoro wako umemalizwa: ${title}`,
    agreedWith: (seller) =>
      `Wewe na ${seller} mmekubaliana jinsi ya kugawana pesa. Mgogoro umemalizwa, na oda imefungwa.`,
    agreedAll: (seller) =>
      `Wewe na ${seller} mmekubaliana kuwa muuzaji alipwe zote. Mgogoro umemalizwa, na oda imekamilika.`,
  },
  ending: {
    settled: (title) => `Mgogoro wako umeamuliwa: ${title}`,
    concededBy: (seller) =>
      `${seller} anakurudishia yote yaliyobaki ya oda yako. Mgogoro umetatuliwa, na oda imefungwa.`,
    settledFrom: (seller) => `Mgogoro kuhusu oda yako kutoka kwa ${seller} umeamuliwa, na oda imefungwa.`,
    completed: (title) => `Oda imekamilika: ${title}`,
    completedFrom: (seller) =>
      `Kila sehemu ya oda yako kutoka kwa ${seller} imeidhinishwa, na muuzaji amelipwa. Hifadhi barua hii kama risiti yako.`,
    completedAfterDispute: (seller) =>
      `Mgogoro kuhusu oda yako kutoka kwa ${seller} umeamuliwa kwa faida ya muuzaji. Amelipwa, na oda imekamilika.`,
    cancelled: (title) => `Oda imeghairiwa: ${title}`,
    cancelledBy: (seller) => `${seller} ameghairi oda yako.`,
    declined: (seller) => `Umeghairi oda yako kutoka kwa ${seller}.`,
    expired: (title) => `Oda imeisha: ${title}`,
    unpaid: (seller) => `Oda yako kutoka kwa ${seller} haikulipwa yote kwa wakati, na imeghairiwa.`,
    undelivered: (seller) => `${seller} hakuleta chochote kwa wakati, kwa hiyo oda yako imeghairiwa.`,
    refunded: (amount) => `Pesa zimerudishwa: ${amount}`,
    refundedTo: (amount, seller) =>
      `Tumekurudishia ${amount} kwa njia uliyotumia kulipia oda yako kutoka kwa ${seller}.`,
    overpaidReason: "Sababu: ulilipa zaidi ya ulichodaiwa, au malipo yalifika baada ya oda kuisha.",
    cancelledReason: "Sababu: muuzaji alighairi oda.",
    declinedReason: "Sababu: ulighairi oda.",
    deadlineReason: "Sababu: oda iliisha muda wake ulipofika.",
    settledReason: "Sababu: ni sehemu yako ya mgogoro uliomalizwa.",
    mayTakeDays: "Benki yako au mtoa huduma wa pesa za simu anaweza kuchukua siku chache kuzionyesha.",
  },
  chargeback: {
    opened: (title) => `Benki yako inapinga malipo: ${title}`,
    openedAbout: (amount, seller) =>
      `Benki ya kadi au akaunti iliyolipa ${amount} kwa oda yako kutoka kwa ${seller} inapinga malipo hayo.`,
    standsStill: "Hadi iamue, oda imesimama: muuzaji halipwi chochote, na hakuna kinachorudishwa.",
    mistake: "Ikiwa ni makosa, iombe benki yako iondoe pingamizi; oda itaendelea.",
    over: (title) => `Benki yako imeamua: ${title}`,
    won: (amount, seller) =>
      `Benki yako imeamua kwamba malipo ya ${amount} kwa ${seller} yanabaki. Oda yako inaendelea ilipoishia.`,
    lost: (amount, seller) =>
      `Benki yako imekupa haki na inakurudishia ${amount} ulizolipia oda yako kutoka kwa ${seller}.`,
    amount: "Kinachopingwa",
  },
  paymentLink: {
    subject: (seller: string) => `${seller} amekutumia kiungo cha malipo`,
    lead: (seller: string) => `${seller} anakuomba ulipie oda kupitia Holdfast.`,
    how: "Holdfast inashikilia pesa zako. Muuzaji analipwa baada ya wewe kuidhinisha ulichopokea.",
    open: "Ona oda na ulipe",
    unknown: "Humjui muuzaji huyu, au hukutarajia barua hii? Huhitaji kufanya chochote: hutozwi chochote.",
    footer:
      "Holdfast inatuma barua hii kwa sababu muuzaji aliandika anwani hii. Kiungo katika barua pepe zetu hufungua ukurasa tu. Hatuombi kamwe msimbo wala nenosiri kwa barua pepe.",
  },
};
