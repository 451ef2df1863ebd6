import type { en } from "./en.js";

export const fr: typeof en = {
  page: {
    title: "Test de signature",
    lead: "Votre serveur refuse nos événements ? Collez ce qu’il a reçu pour voir ce qui ne va pas. Rien n’est conservé ni journalisé.",
    headers: "En-têtes de signature",
    headersHint: "X-Escrow-Signature seul, ou webhook-id, webhook-timestamp et webhook-signature, un par ligne",
    body: "Corps, tel que reçu",
    secret: "Secret de signature",
    check: "Vérifier",
    pasteIt: "Collez-le ici.",
    tooLong: (most) => `C’est plus long que tout ce que nous envoyons. Collez ${most} caractères au plus.`,
    verdict_right: "La signature est juste",
    verdict_late: "La signature est juste, mais pas son heure",
    verdict_wrong: "La signature n’est pas juste",
    how: "Comment elle est créée",
    howHeader: "{header} est {form} ; pendant un remplacement de secret, avec deux {v1}.",
    howMark:
      "{v1} est un HMAC-SHA256 en hexadécimal : la clé est le secret entier, {prefix} compris ; le message est {t}, un point, puis les octets bruts du corps.",
    howStandard:
      "{header} est {form}, pour toute bibliothèque Standard Webhooks : la clé est ce qui suit {prefix}, décodé du base64 ; le message est {id}, un point, {timestamp}, qui est le même {t}, un point, puis les octets bruts du corps.",
    howCompare: "Comparez en temps constant, et acceptez dès qu’un v1 convient.",
    howTime: (seconds) => `Refusez quand t et votre horloge ont plus de ${seconds} secondes d’écart.`,
  },
  findings: {
    fits: "La signature est celle de ce corps avec ce secret.",
    otherEvent: "webhook-id n’est pas l’id de l’événement du corps.",
    secretAround: "Le secret est entouré d’espaces, d’un saut de ligne ou de guillemets qui n’en font pas partie.",
    presentSecret: (url) => `Il a été signé avec le secret actuel de ${url}, pas avec celui-ci.`,
    previousSecret: (url) => `Il a été signé avec le secret de ${url} d’avant son dernier remplacement.`,
    breakAtEnd: "Le corps finit par un saut de ligne qui n’a pas été envoyé.",
    spaceAround: "Le corps est entouré d’espaces qui n’ont pas été envoyés.",
    byteOrderMark: "Le corps commence par une marque d’ordre des octets qui n’a pas été envoyée.",
    breakMissing: "Il manque le saut de ligne à la fin du corps.",
    parsed: "Le corps a été analysé puis réécrit : vérifiez les octets bruts, avant tout analyseur.",
    differs: ({ place, has, sent }) =>
      `Le corps n’est pas celui qui a été envoyé pour cet événement : au caractère ${place}, il contient ${has} là où ${sent} a été envoyé.`,
    unexplained: "Aucun v1 n’est celui de ce corps avec ce secret.",
    unexplainedByAny:
      "Aucun v1 n’est celui de ce corps avec ce secret, ni avec celui d’un autre endpoint de ce compte.",
    apiKey: "Ce qui a été collé comme secret est une clé API. Un secret de signature commence par whsec_.",
    notJson: "Le corps n’est pas du JSON : il a été coupé, ou quelque chose y a été ajouté.",
    timeBehind: (span, most) => `Son heure est en retard de ${span} sur la nôtre : dans les ${most} secondes permises.`,
    timeAhead: (span, most) => `Son heure est en avance de ${span} sur la nôtre : dans les ${most} secondes permises.`,
    tooFarBehind: (span, most) =>
      `Son heure est en retard de ${span} sur la nôtre, plus que les ${most} secondes permises. Si elle était plus récente à la réception, elle était juste à ce moment-là.`,
    tooFarAhead: (span, most) =>
      `Son heure est en avance de ${span} sur la nôtre, plus que les ${most} secondes permises. L’horloge du récepteur retarde peut-être.`,
    recipe_escrow:
      "Sa clé est le secret entier comme texte, son message est t, un point, puis les octets bruts du corps.",
    recipe_standard:
      "Sa clé est ce qui suit whsec_, décodé du base64 ; son message est webhook-id, un point, webhook-timestamp, un point, puis les octets bruts du corps.",
    noPrefix: "Il manque le préfixe du secret : whsec_ fait partie de la clé.",
    noKey:
      "Le secret n’est pas un base64 de 24 à 64 octets après whsec_ : il ne donne pas de webhook-signature. Remplacez le secret d’un ancien endpoint.",
    noT: "L’en-tête n’a pas de t. Sa forme est t=<secondes Unix>,v1=<hexadécimal>.",
    severalT: "L’en-tête a plus d’un t : deux en-têtes ont été réunis.",
    noId: "Il n’y a pas de webhook-id, qui est signé aussi. Collez webhook-id, webhook-timestamp et webhook-signature, un par ligne.",
    noTimestamp:
      "Il n’y a pas de webhook-timestamp, qui est signé aussi. Collez webhook-id, webhook-timestamp et webhook-signature, un par ligne.",
    noStandardMark: "webhook-signature n’a pas de v1, qui est la signature elle-même.",
    brokenStandardMark:
      "Un v1 de webhook-signature n’est pas un SHA-256 en base64, de 44 caractères : il a été coupé ou réuni à autre chose.",
    milliseconds_escrow: "Le t de l’en-tête est en millisecondes. Il est envoyé en secondes entières.",
    milliseconds_standard: "webhook-timestamp est en millisecondes. Il est envoyé en secondes entières.",
    noSeconds_escrow:
      "Le t de l’en-tête n’est pas un nombre de secondes. Sa forme est t=<secondes Unix>,v1=<hexadécimal>.",
    noSeconds_standard: "webhook-timestamp n’est pas un nombre de secondes. Il est envoyé en secondes Unix entières.",
    severalMarks: (count) =>
      `L’en-tête a ${count} v1, comme pendant un remplacement de secret : l’un d’eux doit convenir.`,
    noMark: "L’en-tête n’a pas de v1, qui est la signature elle-même.",
    notHex: "Un v1 contient d’autres caractères que des chiffres hexadécimaux.",
    wrongLength: (digits) =>
      `Un v1 a ${digits} chiffres là où un SHA-256 en hexadécimal en a 64 : il a été coupé ou réuni à autre chose.`,
  },
};
