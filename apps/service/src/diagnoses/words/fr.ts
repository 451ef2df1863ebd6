/** What is told of a seller's server, in English, and how it is said in French. */
export const fr = {
  // The guard of addresses.
  "The URL must start with https://.": "L’URL doit commencer par https://.",
  "The URL must not contain a user name or password.": "L’URL ne doit pas contenir d’identifiant ni de mot de passe.",
  "The host or port of the URL is not valid.": "L’hôte ou le port de l’URL n’est pas valide.",
  "The address {address} is not public.": "L’adresse {address} n’est pas publique.",
  "The host {host} has no public address.": "L’hôte {host} n’a pas d’adresse publique.",
  "The URL is longer than {most} characters.": "L’URL dépasse {most} caractères.",
  "The URL contains a space or a character that cannot be seen.":
    "L’URL contient une espace ou un caractère invisible.",
  "The URL contains a backslash.": "L’URL contient une barre oblique inverse.",
  "The URL must not contain a fragment (#).": "L’URL ne doit pas contenir de fragment (#).",
  "The host and port must be written plainly, as {host}.": "L’hôte et le port doivent être écrits simplement : {host}.",
  "The host must be written as the IPv4 address {address}.": "L’hôte doit être écrit comme l’adresse IPv4 {address}.",
  "The host must not end with a dot.": "L’hôte ne doit pas finir par un point.",
  "The host is not a valid name.": "L’hôte n’est pas un nom valide.",
  "The port must be 443, or from 1024 to 65535.": "Le port doit être 443, ou compris entre 1024 et 65535.",
  "An account has at most {most} endpoints. Delete one that is not used any more.":
    "Un compte a {most} endpoints au plus. Supprimez-en un qui ne sert plus.",
  // Attempts.
  "The certificate's issuer is not trusted, or its chain is incomplete.":
    "L’émetteur du certificat n’est pas reconnu, ou sa chaîne est incomplète.",
  "The certificate is self-signed.": "Le certificat est auto-signé.",
  "The answer is not HTTP/1.1.": "La réponse n’est pas du HTTP/1.1.",
  "The TLS handshake failed.": "La négociation TLS a échoué.",
  "No connection could be made.": "La connexion n’a pas pu être établie.",
  "The connection was reset.": "La connexion a été réinitialisée.",
  "The connection was closed before the answer was complete.": "La connexion a été fermée avant la fin de la réponse.",
  "The certificate is not valid for this host.": "Le certificat n’est pas valable pour cet hôte.",
  "The certificate has expired.": "Le certificat a expiré.",
  "The certificate is not valid yet.": "Le certificat n’est pas encore valable.",
  "The certificate has been revoked.": "Le certificat a été révoqué.",
  "The certificate is not meant for servers.": "Le certificat n’est pas destiné aux serveurs.",
  "The server does not offer HTTP/1.1.": "Le serveur ne propose pas HTTP/1.1.",
  "The attempt failed ({code}).": "La tentative a échoué ({code}).",
  "The attempt was called off.": "La tentative a été abandonnée.",
  "No answer within {seconds} s.": "Pas de réponse en {seconds} s.",
  "No answer came.": "Aucune réponse n’est arrivée.",
  "The body took too long.": "Le corps a mis trop de temps à arriver.",
  "The body is too long.": "Le corps est trop long.",
  "The head of the answer is larger than {size} KiB, or has more than {lines} lines.":
    "L’en-tête de la réponse dépasse {size} Kio ou {lines} lignes.",
  "The endpoint answered {status}; redirects are not followed.":
    "L’endpoint a répondu {status} ; les redirections ne sont pas suivies.",
  "The endpoint answered {status}.": "L’endpoint a répondu {status}.",
  "Dropped on purpose, as the sandbox was asked to.": "Perdue exprès, comme demandé dans le sandbox.",
  "The attempt failed; what was answered could not be kept.":
    "La tentative a échoué ; la réponse n’a pas pu être conservée.",
  // Pieces of findings.
  "answered {status}": "a répondu {status}",
  "gave no answer ({why})": "n’a pas répondu ({why})",
  "{whole}.{tenth} s": "{whole},{tenth} s",
  "escapes (it {did})": "séquences d’échappement (il {did})",
  "spaces and line ends (it {did})": "espaces et sauts de ligne (il {did})",
  "letters beyond ASCII (it {did})": "lettres hors ASCII (il {did})",
  "another order of keys (it {did})": "clés dans un autre ordre (il {did})",
  // Any check.
  "It does not answer here.": "Il ne répond pas à cette adresse.",
  "Mend what is found of the way to it first.": "Corrigez d’abord les problèmes de connexion trouvés.",
  "It did not take a right signature, so a refusal says nothing.":
    "Il n’a pas accepté une signature juste : un refus ne prouve donc rien.",
  "Mend that first.": "Corrigez d’abord cela.",
  "Only a sandbox is sent events of orders, and this secret is not known to be one of a sandbox.":
    "Les événements de commandes ne sont envoyés qu’à un sandbox, et ce secret n’est pas connu comme celui d’un sandbox.",
  "Check the endpoint of your sandbox, where its secret is known to the service.":
    "Vérifiez l’endpoint de votre sandbox, où le service connaît son secret.",
  "There was no time left for it.": "Il ne restait plus de temps pour ce contrôle.",
  "It answers slowly: mend that first.": "Il répond lentement : corrigez d’abord cela.",
  "Mend the probe.": "Corrigez la sonde.",
  "It {did}.": "Il {did}.",
  "It refused.": "Il a refusé.",
  "It accepted.": "Il a accepté.",
  "It {did}: it took what it must refuse.": "Il {did} : il a accepté ce qu’il doit refuser.",
  "It {did}, where a refusal is a 4xx.": "Il {did}, alors qu’un refus est un 4xx.",
  "An exception escapes while the signature is read, so the refusal looks like an outage.":
    "Une exception survient à la lecture de la signature : le refus ressemble à une panne.",
  "Treat a signature that is missing, malformed or wrong as a normal case: answer 401, and throw nothing.":
    "Traitez une signature absente, mal formée ou fausse comme un cas normal : répondez 401, sans exception.",
  "It answered 429: a rate limit stood before it.": "Il a répondu 429 : une limite de débit est placée devant lui.",
  "Let the sender of webhooks through without a rate limit, and check again.":
    "Laissez passer l’expéditeur des webhooks sans limite de débit, puis vérifiez à nouveau.",
  // Connection.
  "Its address may be sent to": "Son adresse est autorisée",
  "The scheme, port and addresses are allowed.": "Le protocole, le port et les adresses sont autorisés.",
  "Deliveries go to https and public addresses alone, on port 443 or from 1024 on.":
    "Les envois ne vont qu’en https vers des adresses publiques, sur le port 443 ou à partir de 1024.",
  "Give the receiver a public https address. For development, name its origin in WEBHOOK_ALLOWED_ORIGINS of the sandbox.":
    "Donnez au récepteur une adresse https publique. En développement, indiquez son origine dans WEBHOOK_ALLOWED_ORIGINS du sandbox.",
  "Its certificate is good": "Son certificat est bon",
  "It is spoken to without TLS.": "La connexion se fait sans TLS.",
  "The server presents a certificate that nobody can rely on, or an incomplete chain.":
    "Le serveur présente un certificat auquel on ne peut pas se fier, ou une chaîne incomplète.",
  "Renew the certificate, serve it with its intermediates, and see that it names this host. For development, name its issuer's file in TLS_EXTRA_CA_FILE of the sandbox.":
    "Renouvelez le certificat, servez-le avec ses intermédiaires et vérifiez qu’il nomme cet hôte. En développement, indiquez le fichier de son émetteur dans TLS_EXTRA_CA_FILE du sandbox.",
  "The certificate is valid for this host.": "Le certificat est valable pour cet hôte.",
  "It answers where it is": "Il répond à sa propre adresse",
  "It gave no answer.": "Il n’a pas répondu.",
  "It does not redirect.": "Il ne redirige pas.",
  "It {did}. Redirects are not followed.": "Il {did}. Les redirections ne sont pas suivies.",
  "It {did}, to {place}. Redirects are not followed.": "Il {did}, vers {place}. Les redirections ne sont pas suivies.",
  "The URL differs from the receiver's by a slash, the host's name or the scheme, or a sign-in page stands before it.":
    "L’URL diffère de celle du récepteur par une barre oblique, le nom d’hôte ou le protocole, ou une page de connexion la précède.",
  "Register the URL that the redirect leads to, or let the receiver answer at this one.":
    "Enregistrez l’URL vers laquelle mène la redirection, ou faites répondre le récepteur à celle-ci.",
  "Its clock is right": "Son horloge est à l’heure",
  "Its answers bear no Date.": "Ses réponses n’ont pas de Date.",
  "Its clock and ours agree.": "Son horloge et la nôtre concordent.",
  "It is {seconds} s off.": "Elle a {seconds} s d’écart.",
  "Its clock is {seconds} s ahead of ours.": "Son horloge a {seconds} s d’avance sur la nôtre.",
  "Its clock is {seconds} s behind ours.": "Son horloge a {seconds} s de retard sur la nôtre.",
  "The machine does not keep its time by NTP.": "La machine ne règle pas son heure par NTP.",
  "Synchronise its clock: {seconds} seconds off, it refuses every delivery, and near that it refuses slow ones.":
    "Synchronisez son horloge : à {seconds} secondes d’écart, il refuse tous les envois, et juste avant, les plus lents.",
  "It answers in time": "Il répond à temps",
  "95 of 100 answers came within {span}.": "95 réponses sur 100 sont arrivées en {span} ou moins.",
  "95 of 100 answers came within {span}. After {late} a delivery counts as failed.":
    "95 réponses sur 100 sont arrivées en {span} ou moins. Après {late}, un envoi compte comme échoué.",
  "The receiver does its work before it answers.": "Le récepteur fait son travail avant de répondre.",
  "Verify, keep the event, answer 2xx, and work afterwards.":
    "Vérifiez, conservez l’événement, répondez 2xx, et travaillez ensuite.",
  "Takes a body of {size} KiB": "Accepte un corps de {size} Kio",
  "A limit of the framework or of a proxy before it is smaller: 100 kB is Express's, 1 MB nginx's.":
    "Une limite du framework ou d’un proxy placé devant est plus petite : 100 ko pour Express, 1 Mo pour nginx.",
  "Raise the limit for this route to at least {size} KiB.": "Relevez la limite de cette route à {size} Kio au moins.",
  "Takes many deliveries at once": "Accepte beaucoup d’envois à la fois",
  "It took {burst} deliveries at once.": "Il a accepté {burst} envois à la fois.",
  "Of {burst} deliveries at once it took {taken}; to the others it {did}.":
    "Sur {burst} envois à la fois, il en a accepté {taken} ; pour les autres, il {did}.",
  "A lock, a pool of few connections or workers, or a rate limit holds them up.":
    "Un verrou, trop peu de connexions ou de processus, ou une limite de débit les retient.",
  "Keep each event and answer, with nothing shared in between, and take the sender out of rate limits.":
    "Conservez chaque événement et répondez, sans rien de partagé entre les deux, et exemptez l’expéditeur des limites de débit.",
  // Signatures.
  "Takes a right signature": "Accepte une signature juste",
  "The receiver has another secret than the one given here, or computes the HMAC over something else than `t`, a dot and the raw body.":
    "Le récepteur a un autre secret que celui d’ici, ou calcule le HMAC sur autre chose que `t`, un point et le corps brut.",
  "Compare the secrets, whole and with their prefix. Then see the guide on verifying, and the signature check of the console.":
    "Comparez les secrets en entier, avec leur préfixe. Consultez ensuite le guide de vérification et le test de signature de la console.",
  "Refuses a signature by another secret": "Refuse une signature faite avec un autre secret",
  "The signature is not compared, or what the comparison says is ignored.":
    "La signature n’est pas comparée, ou le résultat de la comparaison est ignoré.",
  "Compute HMAC-SHA256 over `t`, a dot and the raw body with your secret, compare in constant time, and answer 401 when it differs.":
    "Calculez HMAC-SHA256 sur `t`, un point et le corps brut avec votre secret, comparez en temps constant, et répondez 401 en cas de différence.",
  "Refuses a body that changed on the way": "Refuse un corps modifié en route",
  "The signature is not computed over the body that came.": "La signature n’est pas calculée sur le corps reçu.",
  "Compute the HMAC over the raw bytes of the request, before anything parses them.":
    "Calculez le HMAC sur les octets bruts de la requête, avant toute analyse.",
  "Refuses what is not signed": "Refuse ce qui n’est pas signé",
  "The signature is checked only when there is one.": "La signature n’est vérifiée que s’il y en a une.",
  "Answer 401 when the signature's header is missing.": "Répondez 401 quand l’en-tête de signature manque.",
  "Refuses a signature without v1": "Refuse une signature sans v1",
  "A header without `v1` counts as nothing to compare, or another scheme is taken for `v1`.":
    "Un en-tête sans `v1` compte comme rien à comparer, ou un autre schéma est pris pour `v1`.",
  "Collect the entries named `v1`; refuse when there is none, or when none fits.":
    "Rassemblez les entrées nommées `v1` ; refusez s’il n’y en a pas, ou si aucune ne convient.",
  "Refuses two timestamps that differ": "Refuse deux horodatages différents",
  "One `t` is compared with the clock and another one is signed, so an old delivery can be made to look fresh.":
    "Un `t` est comparé à l’horloge et un autre est signé : un ancien envoi peut donc passer pour récent.",
  "Read `t` once, use the same value for the clock and for the HMAC, and refuse a header that has two.":
    "Lisez `t` une seule fois, utilisez la même valeur pour l’horloge et pour le HMAC, et refusez un en-tête qui en a deux.",
  "Refuses a signature that is {seconds} seconds old": "Refuse une signature vieille de {seconds} secondes",
  "The age of the signature is not checked, so anyone who has seen one delivery can send it again at any time.":
    "L’âge de la signature n’est pas vérifié : qui a vu un envoi peut le renvoyer à tout moment.",
  "Refuse when `t` is more than {seconds} seconds before your clock.":
    "Refusez quand `t` a plus de {seconds} secondes de retard sur votre horloge.",
  "Refuses a signature from {seconds} seconds ahead": "Refuse une signature en avance de {seconds} secondes",
  "Only the past is checked. Some libraries, `stripe` among them, do no more.":
    "Seul le passé est vérifié. Certaines bibliothèques, dont `stripe`, n’en font pas plus.",
  "Compare the absolute difference: refuse when `t` is more than {seconds} seconds after your clock, too.":
    "Comparez l’écart absolu : refusez aussi quand `t` a plus de {seconds} secondes d’avance sur votre horloge.",
  "Takes two v1 when one of them fits, in either order": "Accepte deux v1 si l’un convient, dans un ordre ou l’autre",
  "Only the first, or only the last, of several `v1` is compared.":
    "Seul le premier, ou seul le dernier, de plusieurs `v1` est comparé.",
  "Collect all entries named `v1` and accept when any of them fits: during a rotation two secrets sign.":
    "Rassemblez toutes les entrées nommées `v1` et acceptez dès que l’une convient : pendant un remplacement, deux secrets signent.",
  "Verifies the raw body": "Vérifie le corps brut",
  "It took a body with escapes, spaces, letters beyond ASCII and keys in another order.":
    "Il a accepté un corps avec des séquences d’échappement, des espaces, des lettres hors ASCII et des clés dans un autre ordre.",
  "It refused a right signature over a body with {what}.": "Il a refusé une signature juste sur un corps avec {what}.",
  "The body becomes text in another encoding than UTF-8 before the signature is computed.":
    "Le corps devient du texte dans un autre encodage qu’UTF-8 avant le calcul de la signature.",
  "The body is parsed and written again before the signature is computed; what is written differs from what came.":
    "Le corps est analysé puis réécrit avant le calcul de la signature ; ce qui est écrit diffère de ce qui a été reçu.",
  "Compute the HMAC over the raw bytes: express.raw(), request.get_data(), php://input, await request.text().":
    "Calculez le HMAC sur les octets bruts : express.raw(), request.get_data(), php://input, await request.text().",
  "Checks the headers that it reads": "Vérifie les en-têtes qu’il lit",
  "It took a forged signature where the other family of headers was missing.":
    "Il a accepté une fausse signature quand l’autre famille d’en-têtes manquait.",
  "The header that is checked is not the one that is there.": "L’en-tête vérifié n’est pas celui qui est présent.",
  "Choose one family, X-Escrow-Signature or webhook-signature, and refuse what lacks it.":
    "Choisissez une famille, X-Escrow-Signature ou webhook-signature, et refusez ce qui ne l’a pas.",
  "It verifies {one} and {other}.": "Il vérifie {one} et {other}.",
  "It verifies {one}.": "Il vérifie {one}.",
  "It refuses either family of headers alone.": "Il refuse chacune des deux familles d’en-têtes quand elle est seule.",
  "It asks for headers of both families.": "Il exige des en-têtes des deux familles.",
  "One is enough: X-Escrow-Signature comes with every delivery, webhook-signature with newer secrets.":
    "Une seule suffit : X-Escrow-Signature accompagne chaque envoi, webhook-signature les secrets récents.",
  // Secret rotation.
  "Takes deliveries while two secrets sign": "Accepte les envois signés par deux secrets",
  "Takes the new secret alone": "Accepte le nouveau secret seul",
  "The receiver waits for a second signature, which is there only during the overlap.":
    "Le récepteur attend une seconde signature, qui n’est là que pendant le remplacement.",
  "Accept when any `v1` fits, however many there are.": "Acceptez dès qu’un `v1` convient, quel que soit leur nombre.",
  "Refuses the old secret after the overlap": "Refuse l’ancien secret après le remplacement",
  "No secret from before the last rotation is known.": "Aucun secret d’avant le dernier remplacement n’est connu.",
  "Both secrets still sign: the overlap is not over.":
    "Les deux secrets signent encore : le remplacement n’est pas terminé.",
  "The receiver still holds the secret from before the rotation.":
    "Le récepteur a encore le secret d’avant le remplacement.",
  "Take the old secret out of its configuration: after a leak it is what you rotated for.":
    "Retirez l’ancien secret de sa configuration : après une fuite, c’est le but du remplacement.",
  // Events.
  "Takes events of an order that it does not have": "Accepte les événements d’une commande qu’il n’a pas",
  "The receiver refuses events of an order that it does not have. Payment links that are made in the console lead to such events, too.":
    "Le récepteur refuse les événements d’une commande qu’il n’a pas. Les liens de paiement créés dans la console en produisent aussi.",
  "Answer 2xx to every event that is signed right, and put aside what your store knows nothing of.":
    "Répondez 2xx à tout événement bien signé, et mettez de côté ce que votre boutique ne connaît pas.",
  "Acts once when an event comes three times": "Agit une fois quand un événement arrive trois fois",
  "Events are not remembered, so each repeat is worked on again.":
    "Les événements ne sont pas mémorisés : chaque répétition est traitée à nouveau.",
  "Keep the `id` of each event under a unique key, in the transaction that acts on it, and do nothing for one that is there.":
    "Conservez l’`id` de chaque événement sous une clé unique, dans la transaction qui le traite, et ne faites rien pour ceux qui y sont déjà.",
  "Knows an event again under another delivery": "Reconnaît un événement dans un autre envoi",
  "Repeats are told by `X-Escrow-Delivery`, which is another one when an event is sent again by a person or recovered.":
    "Les répétitions sont reconnues par `X-Escrow-Delivery`, qui change quand un événement est renvoyé par une personne ou rattrapé.",
  "Tell repeats by the `id` of the event.": "Reconnaissez les répétitions par l’`id` de l’événement.",
  "Bears escrow.funded before checkout.session.completed": "Supporte escrow.funded avant checkout.session.completed",
  "Does not move a completed order back": "Ne ramène pas en arrière une commande terminée",
  "Takes a type of event that it does not know": "Accepte un type d’événement qu’il ne connaît pas",
  "The types of events are a closed list. The API grows: new types of events and new fields come without a new version.":
    "Les types d’événements sont une liste fermée. L’API grandit : de nouveaux types et champs arrivent sans nouvelle version.",
  "Answer 2xx to a type that you do not know, and do nothing.":
    "Répondez 2xx à un type que vous ne connaissez pas, et ne faites rien.",
  "Takes fields that it does not know": "Accepte des champs qu’il ne connaît pas",
  "Events are validated against a closed schema. The API grows: new types of events and new fields come without a new version.":
    "Les événements sont validés par un schéma fermé. L’API grandit : de nouveaux types et champs arrivent sans nouvelle version.",
  "Read the fields that you use and let others be.": "Lisez les champs que vous utilisez et ignorez les autres.",
  "Answers 405 to a GET": "Répond 405 à un GET",
  "It answered 405.": "Il a répondu 405.",
  "Take POST alone, and answer 405 with `Allow: POST` to anything else.":
    "N’acceptez que POST, et répondez 405 avec `Allow: POST` à tout le reste.",
  "It {did}: a person who opens the URL will think it is wrong.":
    "Il {did} : une personne qui ouvre l’URL la croira fausse.",
  "There is no route for other methods.": "Il n’y a pas de route pour les autres méthodes.",
  "It {did} to a GET.": "Il {did} à un GET.",
  "The route answers every method.": "La route répond à toutes les méthodes.",
  "It {did} to the first event of an order that the doctor made up.":
    "Il {did} au premier événement d’une commande inventée pour le contrôle.",
  "It {did} to an event that it had taken.": "Il {did} à un événement qu’il avait déjà accepté.",
  "A repeat is treated as a mistake of the sender's.": "Une répétition est traitée comme une erreur de l’expéditeur.",
  "Answer 2xx to an event that you have seen, and do nothing: else it is sent again, and failures add up.":
    "Répondez 2xx à un événement déjà vu, et ne faites rien : sinon il est renvoyé, et les échecs s’accumulent.",
  "By X-Escrow-Handled it worked on the event again.": "Selon X-Escrow-Handled, il a traité l’événement à nouveau.",
  "By X-Escrow-Handled it knew the event again.": "Selon X-Escrow-Handled, il a reconnu l’événement.",
  "By X-Escrow-Handled it ignored the late event.": "Selon X-Escrow-Handled, il a ignoré l’événement tardif.",
  "It took the repeats. Whether it acted on them, no status tells.":
    "Il a accepté les répétitions. Aucun code ne dit s’il les a traitées.",
  "It took both. What became of the order, no status tells.":
    "Il a accepté les deux. Aucun code ne dit ce qu’est devenue la commande.",
  "It took the late event. What became of the order, no status tells.":
    "Il a accepté l’événement tardif. Aucun code ne dit ce qu’est devenue la commande.",
  "Give a probe that tells an order's state, or use the SDK's handler, which says what it did.":
    "Donnez une sonde qui indique l’état d’une commande, ou utilisez le gestionnaire du SDK, qui dit ce qu’il a fait.",
  "It {did} when escrow.funded came before checkout.session.completed.":
    "Il {did} quand escrow.funded est arrivé avant checkout.session.completed.",
  "The receiver expects that events come in the order in which they happened.":
    "Le récepteur s’attend à recevoir les événements dans l’ordre où ils se produisent.",
  "Find the order by `external_reference`, and make of each event what it says, whatever came before it.":
    "Retrouvez la commande par `external_reference`, et appliquez ce que dit chaque événement, quoi qu’il soit arrivé avant.",
  "It {did} to an escrow.funded that came after escrow.completed.":
    "Il {did} à un escrow.funded arrivé après escrow.completed.",
  "An event that comes late is treated as a mistake of the sender's.":
    "Un événement tardif est traité comme une erreur de l’expéditeur.",
  "Answer 2xx, and let an event of an earlier step change nothing.":
    "Répondez 2xx, et qu’un événement d’une étape antérieure ne change rien.",
  // Events, as a probe tells of them.
  "The probe never told the same twice: leave out times and counters that move by themselves.":
    "La sonde n’a jamais dit deux fois la même chose : retirez les heures et les compteurs qui avancent d’eux-mêmes.",
  "The probe told no change when the order was funded, so a second change can't be told.":
    "La sonde n’a signalé aucun changement au paiement de la commande : un second changement ne se verrait pas.",
  "The probe told no change when the order was funded.":
    "La sonde n’a signalé aucun changement au paiement de la commande.",
  "The probe told no change when the order was completed.":
    "La sonde n’a signalé aucun changement à la fin de la commande.",
  "Let the probe make the order that it is asked for when your store does not have it: it is asked before anything is sent.":
    "Que la sonde crée la commande demandée si votre boutique ne l’a pas : elle est interrogée avant tout envoi.",
  "The order stayed {state}.": "La commande est restée {state}.",
  "The order went from {before} to {after} by an event that it had seen.":
    "La commande est passée de {before} à {after} par un événement déjà vu.",
  "The order came to {state}, as it does in the usual order.":
    "La commande est arrivée à {state}, comme dans l’ordre habituel.",
  "The order came to {state}; in the usual order it comes to {expected}.":
    "La commande est arrivée à {state} ; dans l’ordre habituel, elle arrive à {expected}.",
  "A later event of an earlier step overwrites the order's state, or the early one was dropped.":
    "Un événement ultérieur d’une étape antérieure écrase l’état de la commande, ou l’événement précoce a été perdu.",
  "The order went from {before} back to {after}.": "La commande est revenue de {before} à {after}.",
  "Each event sets the order's state, whatever came before.":
    "Chaque événement fixe l’état de la commande, quoi qu’il soit arrivé avant.",
  "Never move an order backwards: keep how far it is, and let an event of an earlier step change nothing.":
    "Ne ramenez jamais une commande en arrière : retenez son avancement, et qu’un événement d’une étape antérieure ne change rien.",
  // The account.
  "Nobody looked at the account.": "Le compte n’a pas été examiné.",
  "Give an API key of the account.": "Indiquez une clé API du compte.",
  "Each order has an id of its own": "Chaque commande a son propre identifiant",
  "No two orders share an external_reference.": "Aucune commande ne partage son external_reference.",
  "Several orders share an external_reference: {which}.":
    "Plusieurs commandes partagent un external_reference : {which}.",
  "Several orders share an external_reference: {which} and more.":
    "Plusieurs commandes partagent un external_reference : {which}, et d’autres.",
  "{reference} ({count} orders)": "{reference} ({count} commandes)",
  "Two shops on one account count their orders alike, or an order that was paid got a second session.":
    "Deux boutiques d’un même compte numérotent leurs commandes de la même façon, ou une commande payée a reçu une seconde session.",
  "Put a prefix for each shop before its order ids, in `external_reference` and in `Idempotency-Key`.":
    "Mettez un préfixe par boutique devant ses identifiants de commande, dans `external_reference` et dans `Idempotency-Key`.",
  "Sessions were refused because another order has the key: {which}.":
    "Des sessions ont été refusées parce qu’une autre commande a la clé : {which}.",
  "Sessions were refused because another order has the key: {which} and more.":
    "Des sessions ont été refusées parce qu’une autre commande a la clé : {which}, et d’autres.",
  "Two shops on one account count their orders alike, or an order was changed and sent again under its old key.":
    "Deux boutiques d’un même compte numérotent leurs commandes de la même façon, ou une commande modifiée a été renvoyée sous son ancienne clé.",
  "The endpoint is enabled": "L’endpoint est activé",
  "The account has no endpoint with this URL and secret.": "Le compte n’a pas d’endpoint avec cette URL et ce secret.",
  "Register the URL in the console, or check the URL and secret of the endpoint that you have.":
    "Enregistrez l’URL dans la console, ou vérifiez l’URL et le secret de l’endpoint existant.",
  "The endpoint is disabled: nothing is sent to it.": "L’endpoint est désactivé : rien ne lui est envoyé.",
  "Somebody switched it off, or fifty attempts in a row failed.":
    "Quelqu’un l’a désactivé, ou cinquante tentatives de suite ont échoué.",
  "Mend the receiver, then enable the endpoint. What was held is sent, oldest first.":
    "Corrigez le récepteur, puis activez l’endpoint. Ce qui était retenu est envoyé, du plus ancien au plus récent.",
  "The last {count} attempts failed; after fifty in a row it is disabled.":
    "Les {count} dernières tentatives ont échoué ; après cinquante de suite, il est désactivé.",
  "The receiver was away, or refuses some events.": "Le récepteur était absent, ou refuse certains événements.",
  "The delivery log of the console shows what it answered.": "Le journal des envois de la console montre ses réponses.",
  "It is enabled, and its last attempt succeeded.": "Il est activé, et sa dernière tentative a réussi.",
  "No delivery is held or late": "Aucun envoi n’est retenu ni en retard",
  "Nothing waits.": "Rien n’attend.",
  "1 delivery waits, one for {span}.": "1 envoi attend, depuis {span}.",
  "{count} deliveries wait, one for {span}.": "{count} envois attendent, l’un depuis {span}.",
  "The endpoint is disabled, or the receiver did not take them.":
    "L’endpoint est désactivé, ou le récepteur ne les a pas acceptés.",
  "Enable it, or wait for the next attempt; `webhook resend` and the console send one at once.":
    "Activez-le, ou attendez la prochaine tentative ; `webhook resend` et la console renvoient aussitôt.",
  "The reader of the feed keeps up": "Le lecteur du flux suit le rythme",
  "No position was given.": "Aucune position n’a été donnée.",
  "Give the id of the last event that your reader handled.":
    "Donnez l’id du dernier événement que votre lecteur a traité.",
  "It has read every event.": "Il a lu tous les événements.",
  "1 event is unread, one for {span}.": "1 événement n’est pas lu, depuis {span}.",
  "{count} events are unread, one for {span}.": "{count} événements ne sont pas lus, l’un depuis {span}.",
  "{count} or more events are unread, one for {span}.":
    "{count} événements ou plus ne sont pas lus, l’un depuis {span}.",
  "The reader of the feed stands still: it crashed, or an event that it can't handle holds it up.":
    "Le lecteur du flux est à l’arrêt : il a planté, ou un événement qu’il ne sait pas traiter le bloque.",
  "Look at its log, and let it put aside an event that fails rather than try it for ever.":
    "Consultez son journal, et faites-lui mettre de côté un événement qui échoue plutôt que de le réessayer sans fin.",
};
