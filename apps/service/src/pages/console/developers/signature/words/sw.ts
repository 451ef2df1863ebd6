import type { en } from "./en.js";

export const sw: typeof en = {
  page: {
    title: "Kagua saini",
    lead: "Seva yako inakataa matukio yetu? Bandika ilichopokea uone tatizo. Hakuna kinachohifadhiwa wala kurekodiwa.",
    headers: "Vichwa vya saini",
    headersHint:
      "X-Escrow-Signature peke yake, au webhook-id, webhook-timestamp na webhook-signature, kila kimoja mstari wake",
    body: "Mwili, kama ulivyofika",
    secret: "Siri ya saini",
    check: "Kagua",
    pasteIt: "Bandika hapa.",
    tooLong: (most) => `Hii ni ndefu kuliko chochote tunachotuma. Bandika herufi zisizozidi ${most}.`,
    verdict_right: "Saini ni sahihi",
    verdict_late: "Saini ni sahihi, lakini wakati wake si sahihi",
    verdict_wrong: "Saini si sahihi",
    how: "Jinsi inavyotengenezwa",
    howHeader: "{header} ni {form}; wakati wa kubadilisha siri huwa na {v1} mbili.",
    howMark:
      "{v1} ni HMAC-SHA256 kwa hex: ufunguo ni siri nzima, pamoja na {prefix}; ujumbe ni {t}, nukta, na baiti ghafi za mwili.",
    howStandard:
      "{header} ni {form}, kwa maktaba yoyote ya Standard Webhooks: ufunguo ni kinachofuata {prefix}, kikitolewa kwenye base64; ujumbe ni {id}, nukta, {timestamp}, ambayo ni {t} ileile, nukta, na baiti ghafi za mwili.",
    howCompare: "Linganisha kwa muda usiobadilika, na ukubali v1 yoyote ikilingana.",
    howTime: (seconds) => `Kataa t na saa yako zikitofautiana kwa zaidi ya sekunde ${seconds}.`,
  },
  findings: {
    fits: "Saini ni ya mwili huu kwa siri hii.",
    otherEvent: "webhook-id si id ya tukio lililo kwenye mwili.",
    secretAround: "Siri imezungukwa na nafasi, mstari mpya au alama za nukuu ambazo si sehemu yake.",
    presentSecret: (url) => `Ilisainiwa kwa siri ya sasa ya ${url}, si kwa hii.`,
    previousSecret: (url) => `Ilisainiwa kwa siri ya ${url} ya kabla ya kubadilishwa mara ya mwisho.`,
    breakAtEnd: "Mwili una mstari mpya mwishoni ambao haukutumwa.",
    spaceAround: "Mwili umezungukwa na nafasi tupu ambazo hazikutumwa.",
    byteOrderMark: "Mwili unaanza na alama ya mpangilio wa baiti ambayo haikutumwa.",
    breakMissing: "Mstari mpya mwishoni mwa mwili haupo.",
    parsed: "Mwili ulichanganuliwa na kuandikwa upya: thibitisha baiti ghafi, kabla ya kichanganuzi chochote.",
    differs: ({ place, has, sent }) =>
      `Mwili si ule uliotumwa kwa tukio hili: kwenye herufi ya ${place} una ${has} mahali palipotumwa ${sent}.`,
    unexplained: "Hakuna v1 iliyo ya mwili huu kwa siri hii.",
    unexplainedByAny: "Hakuna v1 iliyo ya mwili huu kwa siri hii, wala kwa siri ya endpoint nyingine ya akaunti hii.",
    apiKey: "Kilichobandikwa kama siri ni ufunguo wa API. Siri ya saini huanza na whsec_.",
    notJson: "Mwili si JSON: umekatwa, au kuna kitu kimeongezwa.",
    timeBehind: (span, most) => `Wakati wake uko nyuma ya wetu kwa ${span}: ndani ya sekunde ${most} zinazoruhusiwa.`,
    timeAhead: (span, most) => `Wakati wake uko mbele ya wetu kwa ${span}: ndani ya sekunde ${most} zinazoruhusiwa.`,
    tooFarBehind: (span, most) =>
      `Wakati wake uko nyuma ya wetu kwa ${span}, zaidi ya sekunde ${most} zinazoruhusiwa. Ikiwa ulikuwa mpya zaidi ulipofika, wakati huo ulikuwa sahihi.`,
    tooFarAhead: (span, most) =>
      `Wakati wake uko mbele ya wetu kwa ${span}, zaidi ya sekunde ${most} zinazoruhusiwa. Huenda saa ya kipokezi iko nyuma.`,
    recipe_escrow: "Ufunguo wake ni siri nzima kama maandishi, ujumbe wake ni t, nukta, na baiti ghafi za mwili.",
    recipe_standard:
      "Ufunguo wake ni kinachofuata whsec_, kikitolewa kwenye base64; ujumbe wake ni webhook-id, nukta, webhook-timestamp, nukta, na baiti ghafi za mwili.",
    noPrefix: "Siri haina kiambishi chake: whsec_ ni sehemu ya ufunguo.",
    noKey:
      "Siri si base64 ya baiti 24 hadi 64 baada ya whsec_, kwa hiyo haitoi webhook-signature. Badilisha siri ya endpoint ya zamani.",
    noT: "Kichwa hakina t. Muundo wake ni t=<sekunde za Unix>,v1=<hex>.",
    severalT: "Kichwa kina t zaidi ya moja: vichwa viwili vimeunganishwa.",
    noId: "Hakuna webhook-id, ambayo pia husainiwa. Bandika webhook-id, webhook-timestamp na webhook-signature, kila kimoja mstari wake.",
    noTimestamp:
      "Hakuna webhook-timestamp, ambayo pia husainiwa. Bandika webhook-id, webhook-timestamp na webhook-signature, kila kimoja mstari wake.",
    noStandardMark: "webhook-signature haina v1, ambayo ndiyo saini yenyewe.",
    brokenStandardMark: "v1 ya webhook-signature si SHA-256 kwa base64, herufi 44: imekatwa au kuunganishwa.",
    milliseconds_escrow: "t ya kichwa iko kwa milisekunde. Hutumwa kwa sekunde kamili.",
    milliseconds_standard: "webhook-timestamp iko kwa milisekunde. Hutumwa kwa sekunde kamili.",
    noSeconds_escrow: "t ya kichwa si idadi ya sekunde. Muundo wa kichwa ni t=<sekunde za Unix>,v1=<hex>.",
    noSeconds_standard: "webhook-timestamp si idadi ya sekunde. Hutumwa kwa sekunde kamili za Unix.",
    severalMarks: (count) => `Kichwa kina v1 ${count}, kama wakati wa kubadilisha siri: moja lazima ilingane.`,
    noMark: "Kichwa hakina v1, ambayo ndiyo saini yenyewe.",
    notHex: "v1 ina herufi ambazo si tarakimu za hexadecimal.",
    wrongLength: (digits) =>
      `v1 ina tarakimu ${digits} wakati SHA-256 kwa hexadecimal ina 64: imekatwa au kuunganishwa.`,
  },
};
