import type { en } from "./en.js";

export const fr: typeof en = {
  frame: {
    skip: "Aller au contenu",
    noRealMoney: "sans argent réel",
    language: "Langue",
    protectedBy: "Protégé par séquestre",
    wholeText: "Lire en entier",
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
    problem_code_spent: "Trop d’essais avec ce code. Demandez-en un nouveau.",
    problem_code_expired: "Ce code n’est plus valable. Demandez-en un nouveau.",
  },
  upload: {
    problem_reason_missing: "Écrivez d’abord quelques mots.",
    problem_reason_long: (most) => `Limitez-vous à ${most} caractères.`,
    problem_files_many: "Choisissez 5 fichiers au plus.",
    problem_files_large: "Un fichier peut faire 5 Mo au plus. Celui-ci est plus grand :",
    problem_files_type:
      "Seuls les images JPEG, PNG et WebP, les documents PDF et le texte brut sont acceptés. Ceci est autre chose :",
    problem_files_empty: "Ce fichier est vide :",
    problem_files_unreadable: "Les fichiers ne sont pas arrivés entiers. Choisissez-les à nouveau et réessayez.",
  },
  terms: {
    deliverText:
      "Vous contrôlez ce que vous recevez. Si quelque chose ne va pas, vous demandez une correction ou ouvrez un litige.",
    deliverUntil: "Si rien n’est livré dans un délai de {time} après votre paiement, tout votre argent vous est rendu.",
    releaseText: "Le vendeur est payé quand vous approuvez la livraison, pas avant.",
    releaseParts: "Le vendeur est payé partie par partie, à chaque livraison que vous approuvez.",
    silence:
      "Sans réponse de votre part pendant {time} après l’annonce d’une livraison, elle est considérée comme approuvée.",
    noSilence: "Votre silence ne vaut pas accord : sans votre réponse, l’argent reste où il est.",
    clockStops: "Un litige suspend le délai.",
  },
  problem: {
    tryAgain: "Réessayer",
    notFoundTitle: "Il n’y a rien à cette adresse",
    notFoundText:
      "Si vous avez suivi un lien pour payer une commande, il en manque peut-être une partie. Ouvrez-le à nouveau depuis le message reçu, ou demandez-en un nouveau à la boutique.",
    unavailableTitle: "Impossible d’afficher cette page pour le moment",
    unavailableText:
      "Le problème vient de chez nous et devrait être bref. Rien n’a été débité ni modifié. Réessayez dans un instant.",
    brokenTitle: "Une erreur s’est produite de notre côté",
    brokenText:
      "L’ouverture de cette page n’a rien débité ni modifié. Si cela se reproduit, indiquez-nous la référence ci-dessous.",
    formTitle: "Ce formulaire n’est plus valable",
    formText:
      "Rien n’a été fait. Revenez en arrière, rechargez la page et refaites la dernière étape. Votre navigateur doit accepter les cookies.",
    oftenTitle: "Beaucoup de demandes en peu de temps",
    oftenText: "Rien n’a été fait. Attendez une minute, puis revenez en arrière et réessayez.",
    refusedTitle: "Cette demande ne peut pas être traitée",
    refusedText:
      "Cette adresse n’accepte pas ce qui lui a été envoyé. Revenez en arrière et ouvrez la page depuis son lien.",
  },
};
