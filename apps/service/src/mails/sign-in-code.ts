/** The mail that brings a buyer the code to sign in with. */
import { catalogue } from "../words/locale.js";
import type { Letter } from "./letter.js";
import { language, orNull, type ParamsOf, text, wholeNumber } from "./params.js";

export const SIGN_IN_CODE_FIELDS = {
  /** Six digits. Null once it was used or ran out: it is erased from the outbox then. */
  code: orNull(text),
  locale: language,
  /** How long it works from when it was asked for. */
  minutes: wholeNumber,
} as const;

export type SignInCodeParams = ParamsOf<typeof SIGN_IN_CODE_FIELDS>;

const messages = catalogue({
  en: {
    subject: "Your code to sign in to Holdfast",
    lead: "Type this code on the page that asked for it:",
    holds: (minutes: number) => `It works once, within ${minutes} minutes, in the browser that asked for it.`,
    gone: "The code of this mail was used, replaced or ran out.",
    warning:
      "Give it to nobody: we never ask for it by phone or mail. If you did not ask for a code, you need not do anything.",
    footer: "Holdfast sends this because somebody wants to sign in with this address. There is no need to answer.",
  },
  fr: {
    subject: "Votre code de connexion à Holdfast",
    lead: "Saisissez ce code sur la page qui l’a demandé :",
    holds: (minutes) => `Il sert une seule fois, pendant ${minutes} minutes, dans le navigateur qui l’a demandé.`,
    gone: "Le code de ce message a été utilisé, remplacé ou n’est plus valable.",
    warning:
      "Ne le communiquez à personne : nous ne le demandons jamais par téléphone ni par e-mail. Si vous n’avez pas demandé de code, vous n’avez rien à faire.",
    footer:
      "Holdfast envoie ce message parce que quelqu’un souhaite se connecter avec cette adresse. Inutile d’y répondre.",
  },
  sw: {
    subject: "Msimbo wako wa kuingia Holdfast",
    lead: "Andika msimbo huu kwenye ukurasa uliouomba:",
    holds: (minutes) => `Unatumika mara moja tu, ndani ya dakika ${minutes}, kwenye kivinjari kilichouomba.`,
    gone: "Msimbo wa barua pepe hii umeshatumika, umebadilishwa au muda wake umeisha.",
    warning:
      "Usimpe mtu yeyote: hatuuombi kamwe kwa simu wala kwa barua pepe. Ikiwa hukuomba msimbo, huhitaji kufanya chochote.",
    footer: "Holdfast imetuma ujumbe huu kwa sababu mtu anataka kuingia kwa kutumia anwani hii. Hakuna haja ya kujibu.",
  },
  pt: {
    subject: "O seu código para entrar na Holdfast",
    lead: "Escreva este código na página que o pediu:",
    holds: (minutes) => `Serve uma só vez, durante ${minutes} minutos, no navegador que o pediu.`,
    gone: "O código desta mensagem foi usado, substituído ou já não é válido.",
    warning:
      "Não o dê a ninguém: nunca o pedimos por telefone nem por e-mail. Se não pediu um código, não precisa de fazer nada.",
    footer:
      "A Holdfast envia esta mensagem porque alguém quer iniciar sessão com este endereço. Não é preciso responder.",
  },
});

export function writeSignInCode({ code, locale, minutes }: SignInCodeParams): Letter {
  const { subject, lead, holds, gone, warning, footer } = messages(locale);
  const blocks: Letter["blocks"] =
    code === null ? [{ say: gone }] : [{ say: lead }, { command: code }, { say: holds(minutes) }, { say: warning }];
  return { locale, subject, blocks, footer };
}
