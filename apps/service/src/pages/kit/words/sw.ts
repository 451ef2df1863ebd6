import type { en } from "./en.js";

export const sw: typeof en = {
  frame: {
    skip: "Nenda kwenye maudhui",
    noRealMoney: "si pesa halisi",
    language: "Lugha",
    protectedBy: "Inalindwa na amana ya uaminifu",
    wholeText: "Soma yote",
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
    problem_code_spent: "Msimbo huo umekosewa mara nyingi mno. Omba mpya.",
    problem_code_expired: "Msimbo huo hautumiki tena. Omba mpya.",
  },
  upload: {
    problem_reason_missing: "Andika maneno machache kwanza.",
    problem_reason_long: (most) => `Tafadhali usizidi herufi ${most}.`,
    problem_files_many: "Usichague zaidi ya faili 5.",
    problem_files_large: "Kila faili isizidi MB 5. Hii ni kubwa zaidi:",
    problem_files_type:
      "Picha za JPEG, PNG na WebP, hati za PDF na maandishi ya kawaida pekee ndiyo yanapokelewa. Hii ni kitu kingine:",
    problem_files_empty: "Faili hii ni tupu:",
    problem_files_unreadable: "Faili hazikufika zikiwa kamili. Tafadhali zichague tena na ujaribu upya.",
  },
  terms: {
    deliverText: "Unakagua unachopokea. Kama kuna kasoro, unaomba marekebisho au unafungua mgogoro.",
    deliverUntil: "Kama hakuna kilicholetwa ndani ya {time} baada ya malipo yako, unarudishiwa pesa zako zote.",
    releaseText: "Muuzaji hulipwa unapoidhinisha ulichopokea, si kabla.",
    releaseParts: "Muuzaji hulipwa sehemu kwa sehemu, kila moja unapoidhinisha ulichopokea.",
    silence: "Usipojibu kwa {time} baada ya kuarifiwa kuwa bidhaa zimeletwa, itahesabiwa kuwa umeidhinisha.",
    noSilence: "Kukaa kimya si idhini: bila jibu lako pesa zinabaki zilipo.",
    clockStops: "Mgogoro unasimamisha muda.",
  },
  problem: {
    tryAgain: "Jaribu tena",
    notFoundTitle: "Hakuna kitu kwenye anwani hii",
    notFoundText:
      "Ikiwa ulifuata kiungo cha kulipia oda, huenda sehemu yake imekosekana. Kifungue tena kutoka kwenye ujumbe uliopokea, au uombe duka kiungo kipya.",
    unavailableTitle: "Hatuwezi kuonyesha ukurasa huu kwa sasa",
    unavailableText:
      "Hitilafu iko upande wetu na itaisha hivi karibuni. Hakuna kilichotozwa wala kubadilishwa. Tafadhali jaribu tena baada ya muda mfupi.",
    brokenTitle: "Hitilafu imetokea upande wetu",
    brokenText:
      "Kufungua ukurasa huu hakujatoza wala kubadilisha chochote. Ikitokea tena, tuambie nambari ya kumbukumbu iliyo hapa chini.",
    formTitle: "Fomu hii haiwezi kutumika tena",
    formText:
      "Hakuna kilichofanyika. Rudi nyuma, pakia ukurasa upya, kisha urudie hatua yako ya mwisho. Kivinjari chako lazima kiruhusu vidakuzi.",
    oftenTitle: "Maombi ni mengi kwa muda mfupi",
    oftenText: "Hakuna kilichofanyika. Subiri dakika moja, kisha rudi nyuma na ujaribu tena.",
    refusedTitle: "Ombi hili haliwezi kushughulikiwa",
    refusedText:
      "Anwani hii haipokei kilichotumwa kwake. Rudi nyuma, kisha ufungue ukurasa kutoka kwenye kiungo chake.",
  },
};
