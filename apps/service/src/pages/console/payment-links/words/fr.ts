import type { en } from "./en.js";

export const fr: typeof en = {
  shared: {
    links: "Liens de paiement réutilisables",
    standing_OPEN: "Ouvert",
    standing_OFF: "Désactivé",
    standing_EXPIRED: "Expiré",
    standing_FULL: "Plus de place",
    takenOf: (taken, most) => `${taken} sur ${most}`,
    amount: "Montant",
    orders: "Commandes",
    created: "Créé le",
  },
  list: {
    sessions: "Sessions",
    lead: "Un lien pour de nombreux acheteurs : chacun obtient sa propre commande.",
    newLink: "Nouveau lien réutilisable",
    endOfList: "Fin de la liste",
    none: "Aucun lien réutilisable pour l’instant",
    noneText:
      "Partagez-en un sur votre site, dans une conversation ou sur une affiche. Vous pouvez fixer une fin et un nombre maximal de commandes.",
    item: "Article",
    status: "État",
  },
  link: {
    title: "Lien de paiement réutilisable",
    said_created: "Le lien est prêt : partagez-le avec vos clients.",
    said_off: "Le lien est désactivé. Les commandes déjà ouvertes continuent.",
    said_on: "Le lien est réactivé.",
    said_not_sent: "Non envoyé : saisissez une adresse e-mail, par exemple ada@example.com.",
    said_sent: "Nous avons envoyé le lien par e-mail.",
    switchOn: "Activer",
    switchOff: "Désactiver",
    details: "Détails",
    placesTaken: "Places prises",
    opened: "Ouvert",
    expires: "Expire le",
    never: "Jamais",
    orderId: "Numéro de commande",
    latest: "Dernières commandes",
    noneYet: "Personne n’a encore confirmé de commande avec ce lien.",
  },
  newLink: {
    lead: "De nombreux acheteurs peuvent l’utiliser. Chacun obtient sa propre commande. L’offre ne change jamais ; vous pouvez désactiver le lien.",
    reference: "Votre identifiant pour ce lien (facultatif)",
    referenceHint: "Chacune de ses commandes le porte comme numéro de commande.",
    count: "Nombre maximal de commandes (facultatif)",
    countHint: (most, span) =>
      `Jusqu’à ${most}. Un acheteur qui ouvre le lien garde une place pendant ${span}, puis jusqu’à ce que la commande soit payée ou prenne fin.`,
    problem_count: (most) => `Saisissez un nombre de 1 à ${most}, ou laissez le champ vide.`,
  },
};
