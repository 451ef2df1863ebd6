// Terms: escrow = séquestre, order = commande, milestone = partie, dispute = litige, session = session, payment link = lien de
// paiement, payout = versement, payout account = compte de versement, wallet = portefeuille, endpoint = endpoint, delivery of an
// event = envoi, event = événement, request = requête, key = clé, signing secret = secret de signature.
import type { en } from "./en.js";

export const fr: typeof en = {
  frame: {
    description: "La console Holdfast : les commandes, l’argent et l’intégration d’un vendeur.",
    menu: "Console",
    developers: "Développeurs",
    account: "Compte",
    switchAccount: "Changer de compte",
    suspended: "Ce compte est suspendu et en lecture seule. Contactez l’assistance.",
    refused:
      "La vérification de ce compte a été refusée. Vous ne pouvez pas créer de commande tant que ce n’est pas réglé.",
    unverified:
      "Ce compte n’est pas encore vérifié. Vous pouvez vendre, mais pas retirer d’argent avant la vérification.",
    verification: "Vérification",
    waiting_unread: "non lues",
    waiting_escrows: "à livrer",
    waiting_disputes: "attendent votre réponse",
    waiting_failedPayouts: "échoués",
    waiting_endpoints: "en échec",
  },
  menu: {
    overview: "Vue d’ensemble",
    notifications: "Notifications",
    sessions: "Sessions",
    escrows: "Séquestres",
    disputes: "Litiges",
    wallet: "Portefeuille",
    start: "Bien démarrer",
    keys: "Clés API",
    webhooks: "Webhooks",
    events: "Événements",
    requests: "Journal des requêtes",
    signature: "Test de signature",
    settings: "Paramètres",
    team: "Équipe",
    security: "Journal de sécurité",
  },
  refused: {
    missing: "Il n’y a rien à cette adresse. La page a pu être supprimée, ou l’adresse est incomplète.",
    toOverview: "Retour à la vue d’ensemble",
    search: "Rechercher",
    accounts: "Vos comptes",
  },
  once: {
    copy: "Copier",
    copied: "Copié",
    keepNow: (what) => `${what} : à conserver maintenant`,
    onlyNow: "Copiez la valeur maintenant. Nous ne l’afficherons plus.",
  },
  news: {
    live: "Se met à jour automatiquement",
    stopped: "Les mises à jour se sont arrêtées. Rechargez la page.",
  },
  sharing: {
    title: "Partager",
    leadMany: "Chaque personne qui a le lien obtient sa propre commande.",
    leadOne: "Un seul client peut utiliser le lien, une seule fois.",
    theLink: "le lien de paiement",
    open: "Ouvrir comme acheteur",
    whatsApp: "Partager sur WhatsApp",
    qrCode: "Code QR du lien de paiement",
    byEmail: "L’envoyer par e-mail",
    email: "Adresse e-mail du client",
    language: "Langue",
    emailNote:
      "L’e-mail porte votre nom. Un client qui s’est déjà connecté le lit dans sa langue. 50 e-mails par jour au plus.",
    send: "Envoyer l’e-mail",
    button: "Mettre un bouton sur votre site",
    buttonNote: "Collez ceci dans n’importe quelle page. Aucun script n’est nécessaire.",
    pay: "Payer avec Holdfast",
    theButton: "le bouton",
    embed: "Intégrer le paiement à votre site",
    embedAllow: "Autorisez d’abord votre site, dans",
    embedSettings: "Paramètres, Intégration",
    embedOwner: "Un propriétaire doit d’abord autoriser votre site, dans les paramètres.",
    embedPaste: "Collez ensuite ceci là où le paiement doit apparaître.",
    theEmbed: "le paiement intégré",
  },
  roles: {
    owner: "Propriétaire",
    developer: "Développeur",
    support: "Assistance",
  },
  keys: {
    allInUse: (count) =>
      `Les ${count} clés sont toutes utilisées. Révoquez-en une dont vous n’avez plus besoin, puis créez-en une autre.`,
  },
};
