/** The few words of the frame around every page. */
import { catalogue } from "../words/locale.js";

export const frameWords = catalogue({
  en: {
    skip: "Skip to content",
    noRealMoney: "no real money",
    language: "Language",
    protectedBy: "Protected by escrow",
  },
  fr: {
    skip: "Aller au contenu",
    noRealMoney: "sans argent réel",
    language: "Langue",
    protectedBy: "Protégé par séquestre",
  },
  sw: {
    skip: "Nenda kwenye maudhui",
    noRealMoney: "si pesa halisi",
    language: "Lugha",
    protectedBy: "Inalindwa na amana ya uaminifu",
  },
  pt: {
    skip: "Ir para o conteúdo",
    noRealMoney: "sem dinheiro real",
    language: "Idioma",
    protectedBy: "Protegido por conta de garantia",
  },
});
