import type { en } from "./en.js";

export const fr: typeof en = {
  start: {
    title: "Bien démarrer",
    lead: "Trois étapes, ici ou depuis votre propre code. Elles se valident d’elles-mêmes.",
    byHand: "Commencer sans code",
    byHandText: "Saisissez ce que vous vendez et son prix, puis envoyez le lien à votre acheteur.",
    testOrder: "Payer une commande test",
    testOrderText:
      "Nous la créons et l’ouvrons dans un nouvel onglet, telle que votre acheteur la voit. Aucun argent réel ne circule.",
    openTestOrder: "Ouvrir une commande test",
    testOrderTitle: "Commande test",
    firstPaid: "Votre première commande est payée",
    firstPaidText: "Ensuite, déclarez sa livraison. Approuvez-la comme acheteur, et l’argent est à vous.",
    openOrder: "Ouvrir la commande",
    createLink: "Créer un lien de paiement",
    finished: "Tout est prêt. Ensuite : {reference}, {orders}, {colleagues}.",
    reference: "la référence de l’API",
    orders: "vos commandes",
    colleagues: "vos collègues",
    done: "fait",
    toDo: "à faire",
    said_kept: "Exécutez le code de l’étape 2. Elle est validée dès que votre session est créée.",
    said_pinged: "Un événement de test est en route. L’étape 3 est validée dès que votre serveur répond.",
    forDevelopers: "Un propriétaire ou un développeur de ce compte peut le faire.",

    key: "Créer une clé API",
    apiKey: "Clé API",
    keyInCode: "Elle figure déjà dans le code ci-dessous. Conservez-la là où votre serveur lit ses secrets.",
    keyLost: "Votre serveur signe ses requêtes avec elle. Vous l’avez perdue ? {another} et révoquez l’ancienne.",
    another: "Créez-en une autre",
    keyUse: "Votre serveur signe ses requêtes avec elle. Elle n’est affichée qu’une fois.",
    createKey: "Créer une clé",
    keySaved: "J’ai conservé la clé : continuer",

    session: "Créer une session",
    sessionIs:
      "Une session est une commande avec une page où votre acheteur paie ; son adresse est le champ {url} de la réponse. Relancez le code : la même {header} donne la même session.",
    firstSession: "Une première session",
    viewSessions: "Voir vos sessions",

    webhook: "Recevoir un webhook",
    webhookIs:
      "Les événements sont envoyés à votre serveur au fur et à mesure, signés pour que vous puissiez vérifier qu’ils viennent de nous. Voici un récepteur ; toute bibliothèque Standard Webhooks vérifie aussi nos en-têtes {headers} :",
    receiver: "Un récepteur",
    secret: "Secret de signature",
    secretInCode:
      "Il figure déjà dans le code ci-dessus. Lancez votre récepteur avec lui, puis envoyez-lui un événement de test.",
    eventsGo: "Les événements vont à {host}.",
    eventsDisabled: "Les événements vont à {host}, qui est désactivé.",
    eventsFail: (times) => `Les événements vont à {host}, qui n’a pas répondu par 2xx (${times} fois de suite).`,
    sendTest: "Envoyer un événement de test",
    endpoints: "Les endpoints et leurs envois",
    url: "URL de votre récepteur",
    urlHint: "URL HTTPS publique. Elle reçoit tous les types d’événements ; vous pouvez changer cela sous Webhooks.",
    addEndpoint: "Ajouter l’endpoint",
    listen: "Pas joignable de l’extérieur ? Transférez les événements vers localhost",
    listenText:
      "Lancée là où se trouve le code de Holdfast, cette ligne transfère chaque nouvel événement à votre récepteur. Elle affiche son propre secret de signature.",
    forwarding: "Transfert des événements",
    theLine: "la ligne qui transfère les événements",

    language: (what) => `${what} : langage`,
    inLanguage: (what, language) => `${what} en ${language}`,
    paste: "Collez-le dans un terminal.",
    saveAs: "Enregistrez sous {file}, lancez {run}",
  },
};
