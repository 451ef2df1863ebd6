import type { Sentence } from "../say.js";

export const pt: Readonly<Record<Sentence, string>> = {
  // The guard of addresses.
  "The URL must start with https://.": "O URL tem de começar por https://.",
  "The URL must not contain a user name or password.": "O URL não pode conter nome de utilizador nem palavra-passe.",
  "The host or port of the URL is not valid.": "O servidor ou a porta do URL não é válido.",
  "The address {address} is not public.": "O endereço {address} não é público.",
  "The host {host} has no public address.": "O servidor {host} não tem um endereço público.",
  "The URL is longer than {most} characters.": "O URL tem mais de {most} caracteres.",
  "The URL contains a space or a character that cannot be seen.": "O URL contém um espaço ou um carácter invisível.",
  "The URL contains a backslash.": "O URL contém uma barra invertida.",
  "The URL must not contain a fragment (#).": "O URL não pode conter um fragmento (#).",
  "The host and port must be written plainly, as {host}.":
    "O servidor e a porta têm de ser escritos de forma simples: {host}.",
  "The host must be written as the IPv4 address {address}.":
    "O servidor tem de ser escrito como o endereço IPv4 {address}.",
  "The host must not end with a dot.": "O servidor não pode terminar com um ponto.",
  "The host is not a valid name.": "O servidor não é um nome válido.",
  "The port must be 443, or from 1024 to 65535.": "A porta tem de ser 443, ou de 1024 a 65535.",
  "An account has at most {most} endpoints. Delete one that is not used any more.":
    "Uma conta tem no máximo {most} endpoints. Elimine um que já não seja usado.",
  // Attempts.
  "The certificate's issuer is not trusted, or its chain is incomplete.":
    "O emissor do certificado não é de confiança, ou a sua cadeia está incompleta.",
  "The certificate is self-signed.": "O certificado é autoassinado.",
  "The answer is not HTTP/1.1.": "A resposta não é HTTP/1.1.",
  "The TLS handshake failed.": "A negociação TLS falhou.",
  "No connection could be made.": "Não foi possível estabelecer ligação.",
  "The connection was reset.": "A ligação foi reposta.",
  "The connection was closed before the answer was complete.": "A ligação foi fechada antes de a resposta terminar.",
  "The certificate is not valid for this host.": "O certificado não é válido para este servidor.",
  "The certificate has expired.": "O certificado expirou.",
  "The certificate is not valid yet.": "O certificado ainda não é válido.",
  "The certificate has been revoked.": "O certificado foi revogado.",
  "The certificate is not meant for servers.": "O certificado não se destina a servidores.",
  "The server does not offer HTTP/1.1.": "O servidor não oferece HTTP/1.1.",
  "The attempt failed ({code}).": "A tentativa falhou ({code}).",
  "The attempt was called off.": "A tentativa foi cancelada.",
  "No answer within {seconds} s.": "Sem resposta em {seconds} s.",
  "No answer came.": "Não chegou nenhuma resposta.",
  "The body took too long.": "O corpo demorou demasiado a chegar.",
  "The body is too long.": "O corpo é demasiado longo.",
  "The head of the answer is larger than {size} KiB, or has more than {lines} lines.":
    "O cabeçalho da resposta tem mais de {size} KiB ou mais de {lines} linhas.",
  "The endpoint answered {status}; redirects are not followed.":
    "O endpoint respondeu {status}; os redirecionamentos não são seguidos.",
  "The endpoint answered {status}.": "O endpoint respondeu {status}.",
  "Dropped on purpose, as the sandbox was asked to.": "Perdida de propósito, como pedido no sandbox.",
  "The attempt failed; what was answered could not be kept.":
    "A tentativa falhou; não foi possível guardar a resposta.",
  // Pieces of findings.
  "answered {status}": "respondeu {status}",
  "gave no answer ({why})": "não respondeu ({why})",
  "{whole}.{tenth} s": "{whole},{tenth} s",
  "escapes (it {did})": "sequências de escape ({did})",
  "spaces and line ends (it {did})": "espaços e quebras de linha ({did})",
  "letters beyond ASCII (it {did})": "letras fora do ASCII ({did})",
  "another order of keys (it {did})": "chaves por outra ordem ({did})",
  // Any check.
  "It does not answer here.": "Não responde neste endereço.",
  "Mend what is found of the way to it first.": "Corrija primeiro os problemas de ligação encontrados.",
  "It did not take a right signature, so a refusal says nothing.":
    "Não aceitou uma assinatura certa, por isso uma recusa não prova nada.",
  "Mend that first.": "Corrija isso primeiro.",
  "Only a sandbox is sent events of orders, and this secret is not known to be one of a sandbox.":
    "Só um sandbox recebe eventos de encomendas, e não se sabe se este segredo é de um sandbox.",
  "Check the endpoint of your sandbox, where its secret is known to the service.":
    "Verifique o endpoint do seu sandbox, cujo segredo o serviço conhece.",
  "There was no time left for it.": "Já não havia tempo para este teste.",
  "It answers slowly: mend that first.": "Responde devagar: corrija isso primeiro.",
  "Mend the probe.": "Corrija a sonda.",
  "It {did}.": "O recetor {did}.",
  "It refused.": "Recusou.",
  "It accepted.": "Aceitou.",
  "It {did}: it took what it must refuse.": "O recetor {did}: aceitou o que tem de recusar.",
  "It {did}, where a refusal is a 4xx.": "O recetor {did}, quando uma recusa é um 4xx.",
  "An exception escapes while the signature is read, so the refusal looks like an outage.":
    "Ocorre uma exceção ao ler a assinatura, por isso a recusa parece uma avaria.",
  "Treat a signature that is missing, malformed or wrong as a normal case: answer 401, and throw nothing.":
    "Trate uma assinatura em falta, malformada ou errada como um caso normal: responda 401, sem exceções.",
  "It answered 429: a rate limit stood before it.": "Respondeu 429: há um limite de pedidos à frente do recetor.",
  "Let the sender of webhooks through without a rate limit, and check again.":
    "Deixe passar o remetente dos webhooks sem limite de pedidos e verifique de novo.",
  // Connection.
  "Its address may be sent to": "O endereço é permitido",
  "The scheme, port and addresses are allowed.": "O protocolo, a porta e os endereços são permitidos.",
  "Deliveries go to https and public addresses alone, on port 443 or from 1024 on.":
    "Os envios só vão por https para endereços públicos, na porta 443 ou a partir da 1024.",
  "Give the receiver a public https address. For development, name its origin in WEBHOOK_ALLOWED_ORIGINS of the sandbox.":
    "Dê ao recetor um endereço https público. Em desenvolvimento, indique a sua origem em WEBHOOK_ALLOWED_ORIGINS do sandbox.",
  "Its certificate is good": "O certificado é bom",
  "It is spoken to without TLS.": "A ligação é feita sem TLS.",
  "The server presents a certificate that nobody can rely on, or an incomplete chain.":
    "O servidor apresenta um certificado em que não se pode confiar, ou uma cadeia incompleta.",
  "Renew the certificate, serve it with its intermediates, and see that it names this host. For development, name its issuer's file in TLS_EXTRA_CA_FILE of the sandbox.":
    "Renove o certificado, sirva-o com os intermédios e confirme que indica este servidor. Em desenvolvimento, indique o ficheiro do seu emissor em TLS_EXTRA_CA_FILE do sandbox.",
  "The certificate is valid for this host.": "O certificado é válido para este servidor.",
  "It answers where it is": "Responde no próprio endereço",
  "It gave no answer.": "Não respondeu.",
  "It does not redirect.": "Não redireciona.",
  "It {did}. Redirects are not followed.": "O recetor {did}. Os redirecionamentos não são seguidos.",
  "It {did}, to {place}. Redirects are not followed.":
    "O recetor {did}, para {place}. Os redirecionamentos não são seguidos.",
  "The URL differs from the receiver's by a slash, the host's name or the scheme, or a sign-in page stands before it.":
    "O URL difere do recetor numa barra, no nome do servidor ou no protocolo, ou há uma página de início de sessão à frente.",
  "Register the URL that the redirect leads to, or let the receiver answer at this one.":
    "Registe o URL de destino do redirecionamento, ou faça o recetor responder neste.",
  "Its clock is right": "O relógio está certo",
  "Its answers bear no Date.": "As respostas não têm Date.",
  "Its clock and ours agree.": "O relógio coincide com o nosso.",
  "It is {seconds} s off.": "Tem {seconds} s de diferença.",
  "Its clock is {seconds} s ahead of ours.": "O relógio está {seconds} s adiantado em relação ao nosso.",
  "Its clock is {seconds} s behind ours.": "O relógio está {seconds} s atrasado em relação ao nosso.",
  "The machine does not keep its time by NTP.": "A máquina não acerta a hora por NTP.",
  "Synchronise its clock: {seconds} seconds off, it refuses every delivery, and near that it refuses slow ones.":
    "Sincronize o relógio: com {seconds} segundos de diferença recusa todos os envios e, perto disso, os mais lentos.",
  "It answers in time": "Responde a tempo",
  "95 of 100 answers came within {span}.": "95 em cada 100 respostas chegaram em {span} ou menos.",
  "95 of 100 answers came within {span}. After {late} a delivery counts as failed.":
    "95 em cada 100 respostas chegaram em {span} ou menos. Após {late}, um envio conta como falhado.",
  "The receiver does its work before it answers.": "O recetor faz o trabalho antes de responder.",
  "Verify, keep the event, answer 2xx, and work afterwards.":
    "Verifique, guarde o evento, responda 2xx e trabalhe depois.",
  "Takes a body of {size} KiB": "Aceita um corpo de {size} KiB",
  "A limit of the framework or of a proxy before it is smaller: 100 kB is Express's, 1 MB nginx's.":
    "Um limite da framework ou de um proxy à frente é menor: 100 kB no Express, 1 MB no nginx.",
  "Raise the limit for this route to at least {size} KiB.": "Aumente o limite desta rota para pelo menos {size} KiB.",
  "Takes many deliveries at once": "Aceita muitos envios ao mesmo tempo",
  "It took {burst} deliveries at once.": "Aceitou {burst} envios ao mesmo tempo.",
  "Of {burst} deliveries at once it took {taken}; to the others it {did}.":
    "De {burst} envios ao mesmo tempo aceitou {taken}; aos restantes {did}.",
  "A lock, a pool of few connections or workers, or a rate limit holds them up.":
    "São retidos por um bloqueio, por poucas ligações ou processos, ou por um limite de pedidos.",
  "Keep each event and answer, with nothing shared in between, and take the sender out of rate limits.":
    "Guarde cada evento e responda, sem nada partilhado pelo meio, e isente o remetente de limites de pedidos.",
  // Signatures.
  "Takes a right signature": "Aceita uma assinatura certa",
  "The receiver has another secret than the one given here, or computes the HMAC over something else than `t`, a dot and the raw body.":
    "O recetor tem outro segredo, ou calcula o HMAC sobre algo diferente de `t`, um ponto e o corpo em bruto.",
  "Compare the secrets, whole and with their prefix. Then see the guide on verifying, and the signature check of the console.":
    "Compare os segredos inteiros, com o prefixo. Consulte depois o guia de verificação e o teste de assinatura da consola.",
  "Refuses a signature by another secret": "Recusa uma assinatura feita com outro segredo",
  "The signature is not compared, or what the comparison says is ignored.":
    "A assinatura não é comparada, ou o resultado da comparação é ignorado.",
  "Compute HMAC-SHA256 over `t`, a dot and the raw body with your secret, compare in constant time, and answer 401 when it differs.":
    "Calcule HMAC-SHA256 sobre `t`, um ponto e o corpo em bruto com o seu segredo, compare em tempo constante e responda 401 se diferir.",
  "Refuses a body that changed on the way": "Recusa um corpo alterado pelo caminho",
  "The signature is not computed over the body that came.": "A assinatura não é calculada sobre o corpo recebido.",
  "Compute the HMAC over the raw bytes of the request, before anything parses them.":
    "Calcule o HMAC sobre os bytes em bruto do pedido, antes de qualquer análise.",
  "Refuses what is not signed": "Recusa o que não está assinado",
  "The signature is checked only when there is one.": "A assinatura só é verificada quando existe.",
  "Answer 401 when the signature's header is missing.": "Responda 401 quando faltar o cabeçalho da assinatura.",
  "Refuses a signature without v1": "Recusa uma assinatura sem v1",
  "A header without `v1` counts as nothing to compare, or another scheme is taken for `v1`.":
    "Um cabeçalho sem `v1` conta como nada a comparar, ou outro esquema é tomado por `v1`.",
  "Collect the entries named `v1`; refuse when there is none, or when none fits.":
    "Reúna as entradas chamadas `v1`; recuse se não houver nenhuma, ou se nenhuma servir.",
  "Refuses two timestamps that differ": "Recusa duas datas diferentes",
  "One `t` is compared with the clock and another one is signed, so an old delivery can be made to look fresh.":
    "Um `t` é comparado com o relógio e outro é assinado: um envio antigo pode passar por recente.",
  "Read `t` once, use the same value for the clock and for the HMAC, and refuse a header that has two.":
    "Leia `t` uma só vez, use o mesmo valor para o relógio e para o HMAC, e recuse um cabeçalho que tenha dois.",
  "Refuses a signature that is {seconds} seconds old": "Recusa uma assinatura com {seconds} segundos",
  "The age of the signature is not checked, so anyone who has seen one delivery can send it again at any time.":
    "A idade da assinatura não é verificada: quem viu um envio pode repeti-lo em qualquer altura.",
  "Refuse when `t` is more than {seconds} seconds before your clock.":
    "Recuse quando `t` estiver mais de {seconds} segundos atrás do seu relógio.",
  "Refuses a signature from {seconds} seconds ahead": "Recusa uma assinatura {seconds} segundos adiantada",
  "Only the past is checked. Some libraries, `stripe` among them, do no more.":
    "Só o passado é verificado. Algumas bibliotecas, como a `stripe`, não fazem mais.",
  "Compare the absolute difference: refuse when `t` is more than {seconds} seconds after your clock, too.":
    "Compare a diferença absoluta: recuse também quando `t` estiver mais de {seconds} segundos à frente do seu relógio.",
  "Takes two v1 when one of them fits, in either order": "Aceita dois v1 quando um deles serve, por qualquer ordem",
  "Only the first, or only the last, of several `v1` is compared.":
    "Só o primeiro, ou só o último, de vários `v1` é comparado.",
  "Collect all entries named `v1` and accept when any of them fits: during a rotation two secrets sign.":
    "Reúna todas as entradas chamadas `v1` e aceite quando alguma servir: durante uma substituição assinam dois segredos.",
  "Verifies the raw body": "Verifica o corpo em bruto",
  "It took a body with escapes, spaces, letters beyond ASCII and keys in another order.":
    "Aceitou um corpo com sequências de escape, espaços, letras fora do ASCII e chaves por outra ordem.",
  "It refused a right signature over a body with {what}.": "Recusou uma assinatura certa sobre um corpo com {what}.",
  "The body becomes text in another encoding than UTF-8 before the signature is computed.":
    "O corpo passa a texto numa codificação que não é UTF-8 antes de a assinatura ser calculada.",
  "The body is parsed and written again before the signature is computed; what is written differs from what came.":
    "O corpo é analisado e escrito de novo antes de a assinatura ser calculada; o que é escrito difere do que chegou.",
  "Compute the HMAC over the raw bytes: express.raw(), request.get_data(), php://input, await request.text().":
    "Calcule o HMAC sobre os bytes em bruto: express.raw(), request.get_data(), php://input, await request.text().",
  "Checks the headers that it reads": "Verifica os cabeçalhos que lê",
  "It took a forged signature where the other family of headers was missing.":
    "Aceitou uma assinatura falsa quando faltava a outra família de cabeçalhos.",
  "The header that is checked is not the one that is there.": "O cabeçalho verificado não é o que está presente.",
  "Choose one family, X-Escrow-Signature or webhook-signature, and refuse what lacks it.":
    "Escolha uma família, X-Escrow-Signature ou webhook-signature, e recuse o que não a tenha.",
  "It verifies {one} and {other}.": "Verifica {one} e {other}.",
  "It verifies {one}.": "Verifica {one}.",
  "It refuses either family of headers alone.": "Recusa cada família de cabeçalhos quando vem sozinha.",
  "It asks for headers of both families.": "Exige cabeçalhos das duas famílias.",
  "One is enough: X-Escrow-Signature comes with every delivery, webhook-signature with newer secrets.":
    "Uma basta: X-Escrow-Signature vem em todos os envios, webhook-signature com os segredos mais recentes.",
  // Secret rotation.
  "Takes deliveries while two secrets sign": "Aceita envios assinados por dois segredos",
  "Takes the new secret alone": "Aceita só o novo segredo",
  "The receiver waits for a second signature, which is there only during the overlap.":
    "O recetor espera uma segunda assinatura, que só existe durante a substituição.",
  "Accept when any `v1` fits, however many there are.": "Aceite quando algum `v1` servir, sejam quantos forem.",
  "Refuses the old secret after the overlap": "Recusa o segredo antigo após a substituição",
  "No secret from before the last rotation is known.": "Não se conhece nenhum segredo anterior à última substituição.",
  "Both secrets still sign: the overlap is not over.": "Os dois segredos ainda assinam: a substituição não terminou.",
  "The receiver still holds the secret from before the rotation.":
    "O recetor ainda tem o segredo anterior à substituição.",
  "Take the old secret out of its configuration: after a leak it is what you rotated for.":
    "Retire o segredo antigo da configuração: depois de uma fuga, foi para isso que o substituiu.",
  // Events.
  "Takes events of an order that it does not have": "Aceita eventos de uma encomenda que não tem",
  "The receiver refuses events of an order that it does not have. Payment links that are made in the console lead to such events, too.":
    "O recetor recusa eventos de uma encomenda que não tem. Os links de pagamento criados na consola também os originam.",
  "Answer 2xx to every event that is signed right, and put aside what your store knows nothing of.":
    "Responda 2xx a todos os eventos bem assinados e ponha de lado o que a sua loja não conhece.",
  "Acts once when an event comes three times": "Age uma vez quando um evento chega três vezes",
  "Events are not remembered, so each repeat is worked on again.":
    "Os eventos não são memorizados, por isso cada repetição é tratada de novo.",
  "Keep the `id` of each event under a unique key, in the transaction that acts on it, and do nothing for one that is there.":
    "Guarde o `id` de cada evento numa chave única, na transação que o trata, e não faça nada se já lá estiver.",
  "Knows an event again under another delivery": "Reconhece um evento noutro envio",
  "Repeats are told by `X-Escrow-Delivery`, which is another one when an event is sent again by a person or recovered.":
    "As repetições são reconhecidas por `X-Escrow-Delivery`, que muda quando um evento é reenviado por uma pessoa ou recuperado.",
  "Tell repeats by the `id` of the event.": "Reconheça as repetições pelo `id` do evento.",
  "Bears escrow.funded before checkout.session.completed": "Suporta escrow.funded antes de checkout.session.completed",
  "Does not move a completed order back": "Não faz recuar uma encomenda concluída",
  "Takes a type of event that it does not know": "Aceita um tipo de evento que não conhece",
  "The types of events are a closed list. The API grows: new types of events and new fields come without a new version.":
    "Os tipos de eventos são uma lista fechada. A API cresce: surgem novos tipos e campos sem uma nova versão.",
  "Answer 2xx to a type that you do not know, and do nothing.":
    "Responda 2xx a um tipo que não conheça e não faça nada.",
  "Takes fields that it does not know": "Aceita campos que não conhece",
  "Events are validated against a closed schema. The API grows: new types of events and new fields come without a new version.":
    "Os eventos são validados por um esquema fechado. A API cresce: surgem novos tipos e campos sem uma nova versão.",
  "Read the fields that you use and let others be.": "Leia os campos que usa e ignore os outros.",
  "Answers 405 to a GET": "Responde 405 a um GET",
  "It answered 405.": "Respondeu 405.",
  "Take POST alone, and answer 405 with `Allow: POST` to anything else.":
    "Aceite só POST e responda 405 com `Allow: POST` a tudo o resto.",
  "It {did}: a person who opens the URL will think it is wrong.":
    "O recetor {did}: quem abrir o URL vai pensar que está errado.",
  "There is no route for other methods.": "Não há rota para outros métodos.",
  "It {did} to a GET.": "O recetor {did} a um GET.",
  "The route answers every method.": "A rota responde a todos os métodos.",
  "It {did} to the first event of an order that the doctor made up.":
    "O recetor {did} ao primeiro evento de uma encomenda inventada para o teste.",
  "It {did} to an event that it had taken.": "O recetor {did} a um evento que já tinha aceitado.",
  "A repeat is treated as a mistake of the sender's.": "Uma repetição é tratada como um erro do remetente.",
  "Answer 2xx to an event that you have seen, and do nothing: else it is sent again, and failures add up.":
    "Responda 2xx a um evento já visto e não faça nada: caso contrário é reenviado e as falhas acumulam-se.",
  "By X-Escrow-Handled it worked on the event again.": "Segundo X-Escrow-Handled, tratou o evento de novo.",
  "By X-Escrow-Handled it knew the event again.": "Segundo X-Escrow-Handled, reconheceu o evento.",
  "By X-Escrow-Handled it ignored the late event.": "Segundo X-Escrow-Handled, ignorou o evento tardio.",
  "It took the repeats. Whether it acted on them, no status tells.":
    "Aceitou as repetições. Nenhum código diz se as tratou.",
  "It took both. What became of the order, no status tells.":
    "Aceitou ambos. Nenhum código diz o que aconteceu à encomenda.",
  "It took the late event. What became of the order, no status tells.":
    "Aceitou o evento tardio. Nenhum código diz o que aconteceu à encomenda.",
  "Give a probe that tells an order's state, or use the SDK's handler, which says what it did.":
    "Indique uma sonda que diga o estado de uma encomenda, ou use o gestor do SDK, que diz o que fez.",
  "It {did} when escrow.funded came before checkout.session.completed.":
    "O recetor {did} quando escrow.funded chegou antes de checkout.session.completed.",
  "The receiver expects that events come in the order in which they happened.":
    "O recetor espera que os eventos cheguem pela ordem em que aconteceram.",
  "Find the order by `external_reference`, and make of each event what it says, whatever came before it.":
    "Encontre a encomenda por `external_reference` e aplique o que cada evento diz, seja o que for que tenha chegado antes.",
  "It {did} to an escrow.funded that came after escrow.completed.":
    "O recetor {did} a um escrow.funded que chegou depois de escrow.completed.",
  "An event that comes late is treated as a mistake of the sender's.":
    "Um evento tardio é tratado como um erro do remetente.",
  "Answer 2xx, and let an event of an earlier step change nothing.":
    "Responda 2xx e não deixe um evento de uma etapa anterior mudar nada.",
  // Events, as a probe tells of them.
  "The probe never told the same twice: leave out times and counters that move by themselves.":
    "A sonda nunca disse o mesmo duas vezes: retire horas e contadores que avançam sozinhos.",
  "The probe told no change when the order was funded, so a second change can't be told.":
    "A sonda não indicou nenhuma mudança quando a encomenda foi paga, por isso uma segunda não se notaria.",
  "The probe told no change when the order was funded.":
    "A sonda não indicou nenhuma mudança quando a encomenda foi paga.",
  "The probe told no change when the order was completed.":
    "A sonda não indicou nenhuma mudança quando a encomenda foi concluída.",
  "Let the probe make the order that it is asked for when your store does not have it: it is asked before anything is sent.":
    "Deixe a sonda criar a encomenda pedida se a sua loja não a tiver: é consultada antes de qualquer envio.",
  "The order stayed {state}.": "A encomenda ficou {state}.",
  "The order went from {before} to {after} by an event that it had seen.":
    "A encomenda passou de {before} a {after} por um evento já visto.",
  "The order came to {state}, as it does in the usual order.": "A encomenda chegou a {state}, como na ordem habitual.",
  "The order came to {state}; in the usual order it comes to {expected}.":
    "A encomenda chegou a {state}; na ordem habitual chega a {expected}.",
  "A later event of an earlier step overwrites the order's state, or the early one was dropped.":
    "Um evento posterior de uma etapa anterior sobrepõe-se ao estado da encomenda, ou o que chegou cedo perdeu-se.",
  "The order went from {before} back to {after}.": "A encomenda recuou de {before} para {after}.",
  "Each event sets the order's state, whatever came before.":
    "Cada evento fixa o estado da encomenda, seja o que for que tenha chegado antes.",
  "Never move an order backwards: keep how far it is, and let an event of an earlier step change nothing.":
    "Nunca faça recuar uma encomenda: guarde até onde chegou e não deixe um evento de uma etapa anterior mudar nada.",
  // The account.
  "Nobody looked at the account.": "A conta não foi examinada.",
  "Give an API key of the account.": "Indique uma chave de API da conta.",
  "Each order has an id of its own": "Cada encomenda tem o seu próprio id",
  "No two orders share an external_reference.": "Nenhuma encomenda partilha o external_reference com outra.",
  "Several orders share an external_reference: {which}.": "Várias encomendas partilham um external_reference: {which}.",
  "Several orders share an external_reference: {which} and more.":
    "Várias encomendas partilham um external_reference: {which}, e outras.",
  "{reference} ({count} orders)": "{reference} ({count} encomendas)",
  "Two shops on one account count their orders alike, or an order that was paid got a second session.":
    "Duas lojas da mesma conta numeram as encomendas da mesma forma, ou uma encomenda paga recebeu uma segunda sessão.",
  "Put a prefix for each shop before its order ids, in `external_reference` and in `Idempotency-Key`.":
    "Ponha um prefixo por loja antes dos ids das encomendas, em `external_reference` e em `Idempotency-Key`.",
  "Sessions were refused because another order has the key: {which}.":
    "Foram recusadas sessões porque outra encomenda tem a chave: {which}.",
  "Sessions were refused because another order has the key: {which} and more.":
    "Foram recusadas sessões porque outra encomenda tem a chave: {which}, e outras.",
  "Two shops on one account count their orders alike, or an order was changed and sent again under its old key.":
    "Duas lojas da mesma conta numeram as encomendas da mesma forma, ou uma encomenda alterada foi enviada de novo com a chave antiga.",
  "The endpoint is enabled": "O endpoint está ativado",
  "The account has no endpoint with this URL and secret.": "A conta não tem nenhum endpoint com este URL e segredo.",
  "Register the URL in the console, or check the URL and secret of the endpoint that you have.":
    "Registe o URL na consola, ou confirme o URL e o segredo do endpoint que tem.",
  "The endpoint is disabled: nothing is sent to it.": "O endpoint está desativado: nada lhe é enviado.",
  "Somebody switched it off, or fifty attempts in a row failed.":
    "Alguém o desativou, ou falharam cinquenta tentativas seguidas.",
  "Mend the receiver, then enable the endpoint. What was held is sent, oldest first.":
    "Corrija o recetor e ative o endpoint. O que ficou retido é enviado, do mais antigo para o mais recente.",
  "The last {count} attempts failed; after fifty in a row it is disabled.":
    "As últimas {count} tentativas falharam; após cinquenta seguidas é desativado.",
  "The receiver was away, or refuses some events.": "O recetor esteve indisponível, ou recusa alguns eventos.",
  "The delivery log of the console shows what it answered.": "O registo de envios da consola mostra o que respondeu.",
  "It is enabled, and its last attempt succeeded.": "Está ativado e a última tentativa correu bem.",
  "No delivery is held or late": "Nenhum envio está retido ou atrasado",
  "Nothing waits.": "Nada em espera.",
  "1 delivery waits, one for {span}.": "1 envio em espera, há {span}.",
  "{count} deliveries wait, one for {span}.": "{count} envios em espera, um deles há {span}.",
  "The endpoint is disabled, or the receiver did not take them.":
    "O endpoint está desativado, ou o recetor não os aceitou.",
  "Enable it, or wait for the next attempt; `webhook resend` and the console send one at once.":
    "Ative-o, ou espere pela próxima tentativa; `webhook resend` e a consola reenviam de imediato.",
  "The reader of the feed keeps up": "O leitor do feed acompanha o ritmo",
  "No position was given.": "Não foi indicada nenhuma posição.",
  "Give the id of the last event that your reader handled.": "Indique o id do último evento que o seu leitor tratou.",
  "It has read every event.": "Leu todos os eventos.",
  "1 event is unread, one for {span}.": "1 evento por ler, há {span}.",
  "{count} events are unread, one for {span}.": "{count} eventos por ler, um deles há {span}.",
  "{count} or more events are unread, one for {span}.": "{count} ou mais eventos por ler, um deles há {span}.",
  "The reader of the feed stands still: it crashed, or an event that it can't handle holds it up.":
    "O leitor do feed está parado: falhou, ou um evento que não consegue tratar bloqueia-o.",
  "Look at its log, and let it put aside an event that fails rather than try it for ever.":
    "Veja o registo do leitor e faça-o pôr de lado um evento que falha, em vez de o tentar para sempre.",
};
