/** The few words that the kit itself says: around every page, and below a long text. */
import { catalogue } from "../../words/locale.js";

export const kitWords = catalogue({
  en: {
    skip: "Skip to content",
    noRealMoney: "no real money",
    language: "Language",
    protectedBy: "Protected by escrow",
    wholeText: "Read all of it",
  },
  fr: {
    skip: "Aller au contenu",
    noRealMoney: "sans argent réel",
    language: "Langue",
    protectedBy: "Protégé par séquestre",
    wholeText: "Lire en entier",
  },
  sw: {
    skip: "Nenda kwenye maudhui",
    noRealMoney: "si pesa halisi",
    language: "Lugha",
    protectedBy: "Inalindwa na amana ya uaminifu",
    wholeText: "Soma yote",
  },
  pt: {
    skip: "Ir para o conteúdo",
    noRealMoney: "sem dinheiro real",
    language: "Idioma",
    protectedBy: "Protegido por conta de garantia",
    wholeText: "Ler tudo",
  },
});
