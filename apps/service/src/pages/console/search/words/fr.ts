import type { en } from "./en.js";

export const fr: typeof en = {
  search: {
    title: "Recherche",
    lead: "Trouve des parties de mots dans les titres, numéros de commande, codes, adresses e-mail et identifiants.",
    results: (count) => (count === 1 ? "1 résultat" : `${count} résultats`),
    viewAll: "Tout voir",
    goTo: "Aller à",
    eventsOf: (type) => `Événements : ${type}`,
    orders: "Commandes",
    recentOrders: "Commandes récentes",
    disputes: "Litiges",
    openDisputes: "Litiges ouverts",
    sessions: "Sessions sans commande",
    recentSessions: "Sessions récentes sans commande",
    events: "Événements",
    noneYet: "Vos commandes, litiges et événements apparaîtront ici.",
    noMatch: "Aucun résultat pour « {typed} ».",
  },
  box: {
    search: "Rechercher",
    what: "Rechercher des commandes, litiges, événements et pages",
    hint: "Titre, n° de commande, code, e-mail, événement…",
    failed: "La recherche n’a pas répondu. Réessayez.",
    keys: "{up} {down} pour se déplacer, {enter} pour ouvrir, {escape} pour fermer. {slash} ou {ctrlK} ouvre la recherche sur toutes les pages.",
  },
  bounds: {
    cut: (count) => `Voici une partie des ${count} résultats les plus récents. Précisez votre recherche.`,
    behind:
      "Beaucoup de commandes viennent d’être créées, et certaines ne peuvent pas encore être trouvées. Réessayez dans quelques minutes.",
  },
};
