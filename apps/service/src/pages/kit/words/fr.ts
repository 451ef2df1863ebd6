import type { en } from "./en.js";

export const fr: typeof en = {
  frame: {
    skip: "Aller au contenu",
    noRealMoney: "sans argent réel",
    language: "Langue",
    protectedBy: "Protégé par séquestre",
    wholeText: "Lire en entier",
    otherItems: "Autres",
  },
  signIn: {
    title: "Se connecter",
    intro: "Nous envoyons un code à six chiffres à votre adresse e-mail. Aucun mot de passe n’est nécessaire.",
    email: "Adresse e-mail",
    send: "Recevoir un code",
    codeTitle: "Saisissez votre code",
    codeSent: "Nous avons envoyé un code à six chiffres à",
    codeHolds:
      "Il est valable 10 minutes, dans ce navigateur. Si vous ne recevez rien, regardez dans vos courriers indésirables.",
    sandboxMail: "Sandbox : lire le message dans sa boîte",
    code: "Code à six chiffres",
    enter: "Se connecter",
    again: "Envoyer un nouveau code",
    other: "Utiliser une autre adresse",
    signedInAs: "Connecté en tant que",
    signOut: "Se déconnecter",
    problem_email_invalid: "Saisissez une adresse e-mail, par exemple ada@example.com.",
    problem_too_many_codes: "Trop de codes ont été demandés. Patientez un moment, puis réessayez.",
    problem_code_malformed: "Saisissez les six chiffres reçus par e-mail.",
    problem_code_wrong: (tries) =>
      `Ce n’est pas le dernier code envoyé. Il vous reste ${tries} ${tries === 1 ? "essai" : "essais"}.`,
    problem_too_many_tries: "Trop de codes erronés sont venus de votre réseau. Patientez un moment, puis réessayez.",
    problem_code_spent: "Ce code a été mal saisi trop souvent. Demandez-en un nouveau.",
    problem_code_expired: "Ce code n’est plus valable. Demandez-en un nouveau.",
  },
  upload: {
    problem_reason_missing: "Écrivez d’abord quelques mots.",
    problem_reason_long: (most) => `Utilisez ${most} caractères au plus.`,
    problem_files_many: "Choisissez jusqu’à 5 fichiers.",
    problem_files_large: "Choisissez des fichiers de 5 Mo au plus. Celui-ci est plus grand :",
    problem_files_type:
      "Choisissez des images JPEG, PNG ou WebP, des documents PDF ou du texte brut. Ce fichier est d’un autre type :",
    problem_files_empty: "Choisissez un autre fichier. Celui-ci est vide :",
    problem_files_unreadable: "L’envoi était incomplet. Choisissez à nouveau les fichiers et réessayez.",
  },
  terms: {
    deliverText:
      "Vous contrôlez ce que vous recevez. Si quelque chose ne va pas, vous pouvez demander des modifications ou ouvrir un litige.",
    deliverUntil: "Si rien n’est livré dans un délai de {time} après votre paiement, tout votre argent vous est rendu.",
    releaseText: "Le vendeur est payé quand vous approuvez la livraison, pas avant.",
    releaseParts: "Le vendeur est payé partie par partie, à chaque livraison que vous approuvez.",
    silence:
      "Sans réponse de votre part dans un délai de {time} après l’annonce d’une livraison, elle est approuvée automatiquement.",
    noSilence:
      "Rien n’est approuvé automatiquement : nous gardons votre argent jusqu’à ce que vous approuviez la livraison ou qu’un litige soit réglé.",
    clockStops: "Un litige suspend le délai.",
  },
  problem: {
    tryAgain: "Réessayer",
    notFoundTitle: "Page introuvable",
    notFoundText:
      "Si vous avez suivi un lien pour payer une commande, il en manque peut-être une partie. Ouvrez-le à nouveau depuis le message reçu, ou demandez-en un nouveau à la boutique.",
    unavailableTitle: "Impossible d’afficher cette page pour le moment",
    unavailableText:
      "Le problème vient de chez nous et devrait être bref. Rien n’a été débité ni modifié. Réessayez dans un instant.",
    brokenTitle: "Une erreur s’est produite de notre côté",
    brokenText:
      "L’ouverture de cette page n’a rien débité ni modifié. Si cela se reproduit, indiquez-nous la référence ci-dessous.",
    formTitle: "Ce formulaire a expiré",
    formText:
      "Rien n’a été modifié. Revenez en arrière, rechargez la page et refaites la dernière étape. Votre navigateur doit accepter les cookies.",
    oftenTitle: "Trop de demandes",
    oftenText: "Rien n’a été modifié. Attendez une minute, puis revenez en arrière et réessayez.",
    refusedTitle: "Cette demande ne peut pas être traitée",
    refusedText:
      "Cette page ne peut pas accepter ce qui lui a été envoyé. Revenez en arrière et ouvrez-la depuis son lien.",
  },
};
