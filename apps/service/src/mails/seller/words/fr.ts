import type { en } from "./en.js";

export const fr: typeof en = {
  shared: {
    order: "Commande",
    reference: "Référence",
    amount: "Montant",
    toWallet: "Vers votre portefeuille",
    toBuyer: "À l’acheteur",
    buyersMessage: "Message de l’acheteur",
    openOrder: "Ouvrir la commande",
    switchOff: (about, account) =>
      `Vous recevez cet e-mail parce que vous avez choisi d’être informé au sujet ${about} chez ${account}. Chaque membre du compte choisit ses e-mails.`,
    turnOff: "Ne plus recevoir ces e-mails",
    about_order_paid: "des commandes payées",
    about_revision_asked: "des modifications demandées par les acheteurs",
    about_dispute: "des litiges",
    about_order_ended: "des commandes terminées",
    about_payout: "des versements",
    about_verification: "de la vérification du compte",
    about_endpoint_failing: "des endpoints de webhook en échec",
  },
  orders: {
    paid: (title) => `Payée : ${title}`,
    paidText: (amount) => `L’acheteur a tout payé, et nous gardons ${amount} pour vous. Vous pouvez livrer.`,
    deliverUntil: (moment) => `Si rien n’est livré d’ici le ${moment}, l’argent est rendu à l’acheteur.`,
    revision: (title) => `Modifications demandées : ${title}`,
    revisionText: (part) =>
      `L’acheteur a vérifié ${part} et demande des modifications. Apportez-les, puis livrez à nouveau.`,
    completed: (title) => `Terminée : ${title}`,
    completedAfterDispute:
      "Le litige est clos et la commande est terminée. Ce qui était gardé pour vous est dans votre portefeuille.",
    completedText: "Tout a été approuvé et la commande est terminée. L’argent est dans votre portefeuille.",
    settled: (title) => `Close avec un partage : ${title}`,
    settledText:
      "Le litige est clos : la somme gardée a été partagée entre vous et l’acheteur, et la commande est close.",
    cancelled: (title) => `Annulée : ${title}`,
    cancelled_buyer: "L’acheteur a annulé la commande.",
    cancelled_seller: "Vous avez annulé la commande.",
    cancelled_deadline: "Rien n’a été livré avant la date limite : la commande a pris fin.",
    goesBack: (amount) => `${amount} est rendu à l’acheteur.`,
  },
  disputes: {
    dispute: "Litige",
    openDispute: "Ouvrir le litige",
    ourMessage: "Notre message",
    opened: (dispute, title) => `Litige ${dispute} : ${title}`,
    openedText: (part) =>
      `L’acheteur conteste ${part}. Nous gardons l’argent, et tous les délais sont suspendus, jusqu’à la fin du litige.`,
    openedNext: "Répondez avec ce que vous savez, ajoutez des preuves ou proposez de partager la somme.",
    statement: (dispute, title) => `Du nouveau dans le litige ${dispute} : ${title}`,
    statement_buyer: "L’acheteur a écrit dans le litige.",
    statement_operator: "Holdfast a écrit dans le litige.",
    offer: (dispute, title) => `Une offre dans le litige ${dispute} : ${title}`,
    offerText:
      "L’acheteur propose de partager ce qui reste. Si vous acceptez, l’argent est aussitôt réparti et le litige est clos.",
    declined: (dispute, title) => `Votre offre dans le litige ${dispute} a été refusée : ${title}`,
    declinedText: "L’acheteur a refusé votre offre. Le litige reste ouvert.",
    resolved: (title) => `Un litige est clos : ${title}`,
    released: (part, amount) => `Le litige sur ${part} est clos : ${amount} est dans votre portefeuille.`,
    resumed: (part) => `Le litige sur ${part} est clos, et la commande reprend où elle en était.`,
  },
  chargebacks: {
    inquiry: (title) => `Une banque s’informe d’un paiement : ${title}`,
    opened: (title) => `Rétrofacturation : ${title}`,
    inquiryText: (amount) =>
      `La banque du payeur s’informe d’un paiement de ${amount}. Elle ne reprend pas encore d’argent.`,
    openedText: (amount) =>
      `La banque du payeur conteste un paiement de ${amount} et le reprend en attendant sa décision.`,
    standsStill:
      "La commande est suspendue, et aucun délai ne court. Ce qui vous en a été versé vous reste, ou est pris sur votre portefeuille.",
    answer:
      "Nous répondons à la banque avec ce que montre la commande. Répondez à cet e-mail si vous avez d’autres preuves de la livraison.",
    won: (title) => `Rétrofacturation gagnée : ${title}`,
    wonText: (amount) =>
      `La banque du payeur a décidé en votre faveur. Ce qu’elle avait pris sur ${amount} est revenu à sa place, et la commande reprend.`,
    lost: (title) => `Rétrofacturation perdue : ${title}`,
    lostText: (amount) => `La banque du payeur a décidé en sa faveur : ${amount} est perdu définitivement.`,
    owed: (amount) =>
      `Vous en devez ${amount}. Ce qui arrive dans votre portefeuille le rembourse d’abord ; les versements attendent.`,
  },
  account: {
    to: "Vers",
    reason: "Motif",
    openPayout: "Ouvrir le versement",
    paidOut: (amount) => `Versé : ${amount}`,
    paidOutText: "Nous avons envoyé votre versement. Votre banque peut mettre quelques jours à l’afficher.",
    payoutFailed: (amount) => `Versement échoué : ${amount}`,
    payoutFailedText:
      "Nous n’avons pas pu envoyer votre versement. L’argent est de retour dans votre portefeuille ; vérifiez le compte de versement et réessayez.",
    verified: "Votre compte est vérifié",
    refused: "Votre vérification a été refusée",
    verifiedText:
      "Nous avons contrôlé vos documents. Vous pouvez retirer de l’argent, et les acheteurs voient que vous êtes vérifié.",
    refusedText:
      "Nous n’avons pas pu vérifier votre compte avec ces documents. Corrigez ce qui est indiqué ci-dessous et envoyez-les à nouveau.",
    openVerification: "Ouvrir la vérification",
  },
  endpoint: {
    toOwner: "Holdfast envoie cet e-mail au propriétaire du compte.",
    open: "Ouvrir l’endpoint",
    endpoint: "Endpoint",
    failed: "Tentatives échouées",
    inARow: (failures) => `${failures} de suite`,
    hello: (name) => `Bonjour ${name},`,
    rule: "Une tentative réussit quand votre endpoint répond avec un statut 2xx en moins de 10 secondes ; les redirections ne sont pas suivies.",
    failing: (failures) => `Votre endpoint de webhook échoue : ${failures} tentatives de suite`,
    failingText: (failures) =>
      `les ${failures} dernières tentatives d’envoi d’événements à l’un de vos endpoints de webhook ont échoué, sans aucune réussite entre elles.`,
    failingNext: (most) =>
      `La suite : nous continuons d’essayer. Après ${most} tentatives échouées de suite, l’endpoint est désactivé ; la première réussite remet le compte à zéro.`,
    failingFix: (rule) => `Ce que vous pouvez faire : corrigez ce qui le fait échouer. ${rule}`,
    failingFeed: "Aucun événement n’est perdu : le flux (GET /events) les contient tous, remis ou non.",
    disabled: (failures) => `Votre endpoint de webhook est désactivé : ${failures} tentatives échouées de suite`,
    disabledText: (failures) =>
      `les ${failures} dernières tentatives d’envoi d’événements à l’un de vos endpoints de webhook ont échoué, sans aucune réussite entre elles. Nous avons désactivé l’endpoint et ne lui envoyons plus rien jusqu’à ce qu’il soit réactivé.`,
    disabledHeld:
      "Rien n’est perdu : les envois en cours et les nouveaux événements sont mis en attente. Ils partent, les plus anciens d’abord, dès que l’endpoint est réactivé. Le flux (GET /events) contient aussi tous les événements.",
    disabledFix: (rule) =>
      `Ce que vous pouvez faire : corrigez-le d’abord. ${rule} Réactivez-le ensuite dans la console, ou avec :`,
    disabledSkip:
      "Ajoutez --skip-held pour continuer avec les nouveaux événements seulement et ignorer ceux en attente.",
  },
  signIn: {
    noAnswer: "Il n’est pas nécessaire de répondre.",
    ifNotYou:
      "Si c’était vous, vous n’avez rien à faire. Sinon, réinitialisez votre mot de passe maintenant : tous les navigateurs seront déconnectés.",
    reset: "Réinitialiser votre mot de passe",
    wantsPassword:
      "Holdfast envoie cet e-mail parce que quelqu’un demande un nouveau mot de passe pour la console avec cette adresse.",
    wantsSignUp: "Holdfast envoie cet e-mail parce que quelqu’un veut s’inscrire avec cette adresse.",
    codeReset: "Votre code pour un nouveau mot de passe",
    codeSignUp: "Votre code d’inscription à Holdfast",
    codeGone: "Le code de cet e-mail a été utilisé ou remplacé, ou il a expiré.",
    codeLead: "Saisissez ce code sur la page qui l’a demandé :",
    codeHolds: (minutes) => `Il fonctionne une fois, pendant ${minutes} minutes, dans le navigateur qui l’a demandé.`,
    codeWarning:
      "Ne le partagez pas : nous ne le demandons jamais par téléphone ni par e-mail. Si vous n’avez pas demandé de code, vous n’avez rien à faire.",
    known: "Vous avez déjà un accès à Holdfast",
    knownText:
      "Quelqu’un veut s’inscrire avec cette adresse. Elle a déjà un accès à la console Holdfast : nous n’avons pas envoyé de code.",
    knownNext:
      "Si c’était vous, connectez-vous avec votre mot de passe. Si vous l’avez oublié, vous pouvez le réinitialiser sur cette page.",
    signIn: "Se connecter",
    unknown: "Aucun accès avec cette adresse",
    unknownText:
      "Quelqu’un demande un nouveau mot de passe pour la console Holdfast. Cette adresse n’y a pas d’accès : nous n’avons pas envoyé de code.",
    unknownNext:
      "Si c’était vous, vous vous êtes peut-être inscrit avec une autre adresse. Vous pouvez aussi vous inscrire avec celle-ci.",
    signUp: "S’inscrire",
    nothingToDo: "Si ce n’était pas vous, vous n’avez rien à faire.",
    wasChanged: "Holdfast envoie cet e-mail parce que votre accès a été modifié ou utilisé.",
    password_changed: "Votre mot de passe a été modifié",
    password_changed_text:
      "Le mot de passe de votre accès à la console Holdfast a été modifié. Tous les autres navigateurs ont été déconnectés.",
    second_factor_on: "Votre second facteur est activé",
    second_factor_on_text:
      "Désormais, la console Holdfast demande un code de votre application d’authentification à la connexion. Gardez les codes de secours là où vous les trouverez sans votre téléphone.",
    second_factor_off: "Votre second facteur est désactivé",
    second_factor_off_text:
      "La console Holdfast ne demande plus de code de votre application d’authentification : votre mot de passe suffit pour se connecter.",
    recovery_code_used: "Un code de secours a été utilisé",
    recovery_code_used_text:
      "Quelqu’un s’est connecté à la console Holdfast avec votre mot de passe et l’un de vos codes de secours. Ce code ne fonctionne plus.",
    recovery_codes_new: "Vous avez de nouveaux codes de secours",
    recovery_codes_new_text:
      "De nouveaux codes de secours ont été créés pour votre accès. Les anciens ne fonctionnent plus.",
    passkey_added: "Vous avez une nouvelle clé d’accès",
    passkey_added_text:
      "Une clé d’accès a été ajoutée à votre accès à la console Holdfast. Elle peut remplacer un code de votre application d’authentification.",
    passkey_removed: "Une clé d’accès a été retirée",
    passkey_removed_text:
      "Une clé d’accès a été retirée de votre accès à la console Holdfast. Elle ne permet plus de se connecter.",
    second_factor_blocked: "Quelqu’un connaît votre mot de passe",
    second_factor_blocked_text:
      "Quelqu’un a saisi votre mot de passe de la console Holdfast, puis 50 codes erronés. Cette personne n’est pas entrée. Nous n’acceptons plus de code tant que vous n’avez pas choisi un nouveau mot de passe.",
    sign_ins_joined: "Vos deux accès n’en font plus qu’un",
    sign_ins_joined_text:
      "Vous aviez deux accès à la console Holdfast avec cette adresse. Ils n’en font plus qu’un, avec un seul mot de passe et un seul second facteur. Si votre mot de passe est refusé, choisissez-en un nouveau. Si vous utilisez des codes de secours, créez-en de nouveaux.",
    newBrowserFooter:
      "Holdfast envoie cet e-mail parce que votre accès a été utilisé dans un navigateur que nous ne connaissions pas.",
    newBrowser: "Nouvelle connexion à Holdfast",
    newBrowserText:
      "Quelqu’un s’est connecté à la console Holdfast avec votre adresse, depuis un navigateur que nous ne connaissions pas :",
    newBrowserWhere: (browser, network) => `${browser}, depuis ${network}.`,
    nameless: "un navigateur sans nom",
  },
  access: {
    footer: "Holdfast envoie cet e-mail à chaque propriétaire du compte, pour sa sécurité.",
    happened: ({ what, account, who, about }) => `${what} pour ${account}, ${who}${about === "" ? "" : ` : ${about}`}.`,
    by: (name) => `par ${name}`,
    byCommandLine: "depuis la ligne de commande",
    expected:
      "Si vous vous y attendiez, vous n’avez rien à faire. Sinon, annulez-le sur cette page et réinitialisez votre mot de passe.",
    review: "Voir dans la console",
    key_created: "Nouvelle clé API",
    key_created_text: "Une nouvelle clé API a été créée",
    destination_added: "Nouveau compte de versement",
    destination_added_text: "Un compte de versement a été ajouté. Il est utilisable après 24 heures",
    endpoint_added: "Nouvel endpoint de webhook",
    endpoint_added_text: "Un endpoint de webhook a été ajouté",
    secret_shown: "Un secret de signature a été affiché",
    secret_shown_text: "Le secret de signature d’un webhook a été affiché",
    secret_rotated: "Nouveau secret de signature",
    secret_rotated_text: "Le secret de signature d’un webhook a été remplacé",
    frame_origins_changed: "Sites autorisés à intégrer votre paiement modifiés",
    frame_origins_changed_text:
      "La liste des sites qui peuvent afficher votre paiement dans leurs pages a été modifiée",
    member_joined: "Nouveau membre dans votre équipe",
    member_joined_text: "Quelqu’un a rejoint l’équipe",
    role_changed: "Un rôle a été modifié",
    role_changed_text: "Un membre de l’équipe a un autre rôle",
  },
  invitation: {
    footer: "Holdfast envoie cet e-mail parce que quelqu’un a invité cette adresse dans une équipe.",
    subject: "Vous êtes invité dans une équipe sur Holdfast",
    account: (sellerCode) => `compte ${sellerCode}`,
    invites: (by, account, role) => `${by} vous invite dans la console Holdfast de ${account}, comme ${role}.`,
    invited: (account, role) => `Vous êtes invité dans la console Holdfast de ${account}, comme ${role}.`,
    as_owner: "propriétaire, qui peut tout faire",
    as_developer: "développeur, qui gère les commandes, les clés API et les webhooks",
    as_support: "assistance, qui peut tout voir et ne rien modifier",
    view: "Voir l’invitation",
    holds: (days) =>
      `Le lien fonctionne ${days} jours, une fois que vous vous connectez ou vous inscrivez avec cette adresse.`,
    unknown: "Si vous ne savez pas de qui il s’agit, vous n’avez rien à faire.",
  },
};
