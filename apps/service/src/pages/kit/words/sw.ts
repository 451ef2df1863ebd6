import type { en } from "./en.js";

export const sw: typeof en = {
  frame: {
    skip: "Nenda kwenye maudhui",
    noRealMoney: "si pesa halisi",
    language: "Lugha",
    protectedBy: "Inalindwa na amana ya uaminifu",
    wholeText: "Soma yote",
    otherItems: "Nyinginezo",
  },
  signIn: {
    title: "Ingia",
    intro: "Tunatuma msimbo wa tarakimu sita kwenye barua pepe yako. Hakuna nenosiri linalohitajika.",
    email: "Anwani ya barua pepe",
    send: "Nitumie msimbo",
    codeTitle: "Weka msimbo wako",
    codeSent: "Tumetuma msimbo wa tarakimu sita kwa",
    codeHolds: "Unatumika kwa dakika 10, kwenye kivinjari hiki. Usipoupata, angalia kwenye folda ya barua taka.",
    sandboxMail: "Sandbox: soma barua pepe kwenye kisanduku chake",
    code: "Msimbo wa tarakimu sita",
    enter: "Ingia",
    again: "Tuma msimbo mpya",
    other: "Tumia anwani nyingine",
    signedInAs: "Umeingia kama",
    signOut: "Toka",
    problem_email_invalid: "Weka anwani ya barua pepe, kwa mfano ada@example.com.",
    problem_too_many_codes: "Misimbo mingi mno imeombwa. Subiri kidogo, kisha ujaribu tena.",
    problem_code_malformed: "Weka tarakimu sita zilizo kwenye barua pepe.",
    problem_code_wrong: (tries) =>
      `Huo si msimbo wa mwisho tuliotuma. ${tries === 1 ? "Umebakiwa na jaribio 1." : `Umebakiwa na majaribio ${tries}.`}`,
    problem_too_many_tries:
      "Misimbo mingi mno yenye makosa imetoka kwenye mtandao wako. Subiri kidogo, kisha ujaribu tena.",
    problem_code_spent: "Msimbo huo umewekwa kimakosa mara nyingi mno. Omba mpya.",
    problem_code_expired: "Msimbo huo hautumiki tena. Omba mpya.",
  },
  upload: {
    problem_reason_missing: "Andika maneno machache kwanza.",
    problem_reason_long: (most) => `Tumia herufi ${most} au chache zaidi.`,
    problem_files_many: "Chagua hadi faili 5.",
    problem_files_large: "Chagua faili zisizozidi MB 5 kila moja. Hii ni kubwa zaidi:",
    problem_files_type:
      "Chagua picha za JPEG, PNG au WebP, hati za PDF au maandishi ya kawaida. Faili hii ni ya aina nyingine:",
    problem_files_empty: "Chagua faili nyingine. Hii ni tupu:",
    problem_files_unreadable: "Faili hazikupakiwa zote. Zichague tena na ujaribu upya.",
  },
  terms: {
    deliverText: "Unakagua unachopokea. Kama kuna kasoro, unaweza kuomba marekebisho au kufungua mgogoro.",
    deliverUntil: "Kama hakuna kilicholetwa ndani ya {time} baada ya malipo yako, unarudishiwa pesa zako zote.",
    releaseText: "Muuzaji hulipwa unapoidhinisha ulichopokea, si kabla.",
    releaseParts: "Muuzaji hulipwa sehemu kwa sehemu, kila moja unapoidhinisha ulichopokea.",
    silence: "Usipojibu ndani ya {time} baada ya kuarifiwa kuwa bidhaa zimeletwa, zinaidhinishwa kiotomatiki.",
    noSilence:
      "Hakuna kinachoidhinishwa kiotomatiki: tunashikilia pesa zako hadi uidhinishe ulichopokea au mgogoro utatuliwe.",
    clockStops: "Mgogoro unasimamisha muda.",
  },
  problem: {
    tryAgain: "Jaribu tena",
    notFoundTitle: "Ukurasa haujapatikana",
    notFoundText:
      "Ikiwa ulifuata kiungo cha kulipia oda, huenda sehemu yake imekosekana. Kifungue tena kutoka kwenye ujumbe uliopokea, au uombe duka kiungo kipya.",
    unavailableTitle: "Hatuwezi kuonyesha ukurasa huu kwa sasa",
    unavailableText:
      "Hitilafu iko upande wetu na itaisha hivi karibuni. Hakuna kilichotozwa wala kubadilishwa. Jaribu tena baada ya muda mfupi.",
    brokenTitle: "Hitilafu imetokea upande wetu",
    brokenText:
      "Kufungua ukurasa huu hakujatoza wala kubadilisha chochote. Ikitokea tena, tuambie nambari ya kumbukumbu iliyo hapa chini.",
    formTitle: "Muda wa fomu hii umekwisha",
    formText:
      "Hakuna kilichobadilishwa. Rudi nyuma, pakia ukurasa upya, kisha urudie hatua yako ya mwisho. Kivinjari chako lazima kiruhusu vidakuzi.",
    oftenTitle: "Maombi ni mengi mno",
    oftenText: "Hakuna kilichobadilishwa. Subiri dakika moja, kisha rudi nyuma na ujaribu tena.",
    refusedTitle: "Ombi hili haliwezi kushughulikiwa",
    refusedText:
      "Ukurasa huu hauwezi kupokea kilichotumwa kwake. Rudi nyuma, kisha uufungue kutoka kwenye kiungo chake.",
  },
};
