import type { Sentence } from "../say.js";

export const sw: Readonly<Record<Sentence, string>> = {
  // The guard of addresses.
  "The URL must start with https://.": "URL lazima ianze na https://.",
  "The URL must not contain a user name or password.": "URL haipaswi kuwa na jina la mtumiaji wala nenosiri.",
  "The host or port of the URL is not valid.": "Seva au mlango wa URL si sahihi.",
  "The address {address} is not public.": "Anwani {address} si ya umma.",
  "The host {host} has no public address.": "Seva {host} haina anwani ya umma.",
  "The URL is longer than {most} characters.": "URL ina herufi zaidi ya {most}.",
  "The URL contains a space or a character that cannot be seen.": "URL ina nafasi tupu au herufi isiyoonekana.",
  "The URL contains a backslash.": "URL ina mkwaju wa nyuma.",
  "The URL must not contain a fragment (#).": "URL haipaswi kuwa na kipande cha (#).",
  "The host and port must be written plainly, as {host}.": "Seva na mlango viandikwe kwa kawaida, hivi: {host}.",
  "The host must be written as the IPv4 address {address}.": "Seva iandikwe kama anwani ya IPv4 {address}.",
  "The host must not end with a dot.": "Jina la seva lisiishie na nukta.",
  "The host is not a valid name.": "Jina la seva si sahihi.",
  "The port must be 443, or from 1024 to 65535.": "Mlango lazima uwe 443, au kuanzia 1024 hadi 65535.",
  "An account has at most {most} endpoints. Delete one that is not used any more.":
    "Akaunti ina endpoint zisizozidi {most}. Futa moja isiyotumika tena.",
  // Attempts.
  "The certificate's issuer is not trusted, or its chain is incomplete.":
    "Mtoaji wa cheti haaminiki, au mnyororo wake haujakamilika.",
  "The certificate is self-signed.": "Cheti kimejisaini chenyewe.",
  "The answer is not HTTP/1.1.": "Jibu si HTTP/1.1.",
  "The TLS handshake failed.": "Makubaliano ya TLS yameshindikana.",
  "No connection could be made.": "Haikuwezekana kuunganisha.",
  "The connection was reset.": "Muunganisho ulikatwa.",
  "The connection was closed before the answer was complete.": "Muunganisho ulifungwa kabla jibu halijakamilika.",
  "The certificate is not valid for this host.": "Cheti si cha seva hii.",
  "The certificate has expired.": "Cheti kimeisha muda.",
  "The certificate is not valid yet.": "Cheti bado hakijaanza kutumika.",
  "The certificate has been revoked.": "Cheti kimebatilishwa.",
  "The certificate is not meant for servers.": "Cheti si cha seva.",
  "The server does not offer HTTP/1.1.": "Seva haitoi HTTP/1.1.",
  "The attempt failed ({code}).": "Jaribio limeshindwa ({code}).",
  "The attempt was called off.": "Jaribio limeghairiwa.",
  "No answer within {seconds} s.": "Hakuna jibu ndani ya sekunde {seconds}.",
  "No answer came.": "Hakuna jibu lililofika.",
  "The body took too long.": "Mwili umechelewa mno kufika.",
  "The body is too long.": "Mwili ni mrefu mno.",
  "The head of the answer is larger than {size} KiB, or has more than {lines} lines.":
    "Vichwa vya jibu vinazidi KiB {size}, au mistari {lines}.",
  "The endpoint answered {status}; redirects are not followed.":
    "Endpoint imejibu {status}; uelekezaji upya haufuatwi.",
  "The endpoint answered {status}.": "Endpoint imejibu {status}.",
  "Dropped on purpose, as the sandbox was asked to.": "Limepotezwa makusudi, kama sandbox ilivyoombwa.",
  "The attempt failed; what was answered could not be kept.": "Jaribio limeshindwa; jibu halikuweza kuhifadhiwa.",
  // Pieces of findings.
  "answered {status}": "kimejibu {status}",
  "gave no answer ({why})": "hakijajibu ({why})",
  "{whole}.{tenth} s": "{whole}.{tenth} s",
  "escapes (it {did})": "alama za kuepusha ({did})",
  "spaces and line ends (it {did})": "nafasi na miisho ya mistari ({did})",
  "letters beyond ASCII (it {did})": "herufi nje ya ASCII ({did})",
  "another order of keys (it {did})": "funguo kwa mpangilio mwingine ({did})",
  // Any check.
  "It does not answer here.": "Hakijibu kwenye anwani hii.",
  "Mend what is found of the way to it first.": "Rekebisha kwanza matatizo ya muunganisho yaliyopatikana.",
  "It did not take a right signature, so a refusal says nothing.":
    "Hakikupokea saini sahihi, kwa hiyo kukataa hakuthibitishi kitu.",
  "Mend that first.": "Rekebisha hilo kwanza.",
  "Only a sandbox is sent events of orders, and this secret is not known to be one of a sandbox.":
    "Matukio ya oda hutumwa kwa sandbox tu, na siri hii haijulikani kuwa ya sandbox.",
  "Check the endpoint of your sandbox, where its secret is known to the service.":
    "Kagua endpoint ya sandbox yako, ambayo siri yake inajulikana na huduma.",
  "There was no time left for it.": "Hakukubaki muda wa kipimo hiki.",
  "It answers slowly: mend that first.": "Kinajibu polepole: rekebisha hilo kwanza.",
  "Mend the probe.": "Rekebisha kichunguzi.",
  "It {did}.": "Kipokezi {did}.",
  "It refused.": "Kimekataa.",
  "It accepted.": "Kimepokea.",
  "It {did}: it took what it must refuse.": "Kipokezi {did}: kimepokea kinachopaswa kukataliwa.",
  "It {did}, where a refusal is a 4xx.": "Kipokezi {did}, ilhali kukataa ni 4xx.",
  "An exception escapes while the signature is read, so the refusal looks like an outage.":
    "Hitilafu inatokea saini inaposomwa, kwa hiyo kukataa kunaonekana kama seva imeanguka.",
  "Treat a signature that is missing, malformed or wrong as a normal case: answer 401, and throw nothing.":
    "Chukulia saini isiyopo, iliyoharibika au isiyo sahihi kama hali ya kawaida: jibu 401, bila hitilafu.",
  "It answered 429: a rate limit stood before it.": "Kimejibu 429: kuna kikomo cha kasi mbele yake.",
  "Let the sender of webhooks through without a rate limit, and check again.":
    "Mruhusu mtumaji wa webhook bila kikomo cha kasi, kisha kagua tena.",
  // Connection.
  "Its address may be sent to": "Anwani yake inaruhusiwa",
  "The scheme, port and addresses are allowed.": "Itifaki, mlango na anwani vinaruhusiwa.",
  "Deliveries go to https and public addresses alone, on port 443 or from 1024 on.":
    "Utumaji huenda kwa https na anwani za umma tu, mlango 443 au kuanzia 1024.",
  "Give the receiver a public https address. For development, name its origin in WEBHOOK_ALLOWED_ORIGINS of the sandbox.":
    "Kipe kipokezi anwani ya https ya umma. Unapotengeneza, taja chimbuko lake kwenye WEBHOOK_ALLOWED_ORIGINS ya sandbox.",
  "Its certificate is good": "Cheti chake ni kizuri",
  "It is spoken to without TLS.": "Muunganisho hautumii TLS.",
  "The server presents a certificate that nobody can rely on, or an incomplete chain.":
    "Seva inaonyesha cheti kisichoaminika, au mnyororo usiokamilika.",
  "Renew the certificate, serve it with its intermediates, and see that it names this host. For development, name its issuer's file in TLS_EXTRA_CA_FILE of the sandbox.":
    "Fanya upya cheti, kitoe pamoja na vyeti vya kati, na hakikisha kinataja seva hii. Unapotengeneza, taja faili la mtoaji wake kwenye TLS_EXTRA_CA_FILE ya sandbox.",
  "The certificate is valid for this host.": "Cheti ni cha seva hii.",
  "It answers where it is": "Kinajibu kwenye anwani yake",
  "It gave no answer.": "Hakikujibu.",
  "It does not redirect.": "Hakielekezi kwingine.",
  "It {did}. Redirects are not followed.": "Kipokezi {did}. Uelekezaji upya haufuatwi.",
  "It {did}, to {place}. Redirects are not followed.": "Kipokezi {did}, kwenda {place}. Uelekezaji upya haufuatwi.",
  "The URL differs from the receiver's by a slash, the host's name or the scheme, or a sign-in page stands before it.":
    "URL inatofautiana na ya kipokezi kwa mkwaju, jina la seva au itifaki, au kuna ukurasa wa kuingia mbele yake.",
  "Register the URL that the redirect leads to, or let the receiver answer at this one.":
    "Sajili URL inakoelekezwa, au fanya kipokezi kijibu kwenye hii.",
  "Its clock is right": "Saa yake ni sahihi",
  "Its answers bear no Date.": "Majibu yake hayana Date.",
  "Its clock and ours agree.": "Saa yake inalingana na yetu.",
  "It is {seconds} s off.": "Inatofautiana kwa sekunde {seconds}.",
  "Its clock is {seconds} s ahead of ours.": "Saa yake iko mbele ya yetu kwa sekunde {seconds}.",
  "Its clock is {seconds} s behind ours.": "Saa yake iko nyuma ya yetu kwa sekunde {seconds}.",
  "The machine does not keep its time by NTP.": "Mashine hairekebishi saa yake kwa NTP.",
  "Synchronise its clock: {seconds} seconds off, it refuses every delivery, and near that it refuses slow ones.":
    "Linganisha saa yake: ikitofautiana kwa sekunde {seconds} inakataa kila utumaji, na karibu na hapo unaochelewa.",
  "It answers in time": "Kinajibu kwa wakati",
  "95 of 100 answers came within {span}.": "Majibu 95 kati ya 100 yalifika ndani ya {span}.",
  "95 of 100 answers came within {span}. After {late} a delivery counts as failed.":
    "Majibu 95 kati ya 100 yalifika ndani ya {span}. Baada ya {late} utumaji unahesabiwa kuwa umeshindwa.",
  "The receiver does its work before it answers.": "Kipokezi kinafanya kazi yake kabla ya kujibu.",
  "Verify, keep the event, answer 2xx, and work afterwards.": "Thibitisha, hifadhi tukio, jibu 2xx, kisha fanya kazi.",
  "Takes a body of {size} KiB": "Kinapokea mwili wa KiB {size}",
  "A limit of the framework or of a proxy before it is smaller: 100 kB is Express's, 1 MB nginx's.":
    "Kikomo cha mfumo au cha proksi iliyo mbele ni kidogo zaidi: kB 100 kwa Express, MB 1 kwa nginx.",
  "Raise the limit for this route to at least {size} KiB.": "Ongeza kikomo cha njia hii hadi angalau KiB {size}.",
  "Takes many deliveries at once": "Kinapokea utumaji mwingi kwa pamoja",
  "It took {burst} deliveries at once.": "Kimepokea utumaji {burst} kwa pamoja.",
  "Of {burst} deliveries at once it took {taken}; to the others it {did}.":
    "Kati ya utumaji {burst} kwa pamoja kimepokea {taken}; kwa mwingine {did}.",
  "A lock, a pool of few connections or workers, or a rate limit holds them up.":
    "Kufuli, miunganisho au michakato michache, au kikomo cha kasi vinauzuia.",
  "Keep each event and answer, with nothing shared in between, and take the sender out of rate limits.":
    "Hifadhi kila tukio na ujibu, bila kushirikisha kitu katikati, na umtoe mtumaji kwenye vikomo vya kasi.",
  // Signatures.
  "Takes a right signature": "Kinapokea saini sahihi",
  "The receiver has another secret than the one given here, or computes the HMAC over something else than `t`, a dot and the raw body.":
    "Kipokezi kina siri nyingine, au kinakokotoa HMAC juu ya kitu kingine badala ya `t`, nukta na mwili ghafi.",
  "Compare the secrets, whole and with their prefix. Then see the guide on verifying, and the signature check of the console.":
    "Linganisha siri nzima pamoja na kiambishi chake. Kisha tazama mwongozo wa kuthibitisha, na ukaguzi wa saini kwenye konsoli.",
  "Refuses a signature by another secret": "Kinakataa saini ya siri nyingine",
  "The signature is not compared, or what the comparison says is ignored.":
    "Saini hailinganishwi, au matokeo ya ulinganisho yanapuuzwa.",
  "Compute HMAC-SHA256 over `t`, a dot and the raw body with your secret, compare in constant time, and answer 401 when it differs.":
    "Kokotoa HMAC-SHA256 juu ya `t`, nukta na mwili ghafi kwa siri yako, linganisha kwa muda usiobadilika, na jibu 401 ikitofautiana.",
  "Refuses a body that changed on the way": "Kinakataa mwili uliobadilishwa njiani",
  "The signature is not computed over the body that came.": "Saini haikokotolewi juu ya mwili uliofika.",
  "Compute the HMAC over the raw bytes of the request, before anything parses them.":
    "Kokotoa HMAC juu ya baiti ghafi za ombi, kabla hazijachanganuliwa.",
  "Refuses what is not signed": "Kinakataa kisichosainiwa",
  "The signature is checked only when there is one.": "Saini inakaguliwa ikiwepo tu.",
  "Answer 401 when the signature's header is missing.": "Jibu 401 kichwa cha saini kisipokuwepo.",
  "Refuses a signature without v1": "Kinakataa saini isiyo na v1",
  "A header without `v1` counts as nothing to compare, or another scheme is taken for `v1`.":
    "Kichwa kisicho na `v1` kinachukuliwa kuwa hakina cha kulinganisha, au mfumo mwingine unachukuliwa kuwa `v1`.",
  "Collect the entries named `v1`; refuse when there is none, or when none fits.":
    "Kusanya vipengele vinavyoitwa `v1`; kataa visipokuwepo, au kisipolingana hata kimoja.",
  "Refuses two timestamps that differ": "Kinakataa nyakati mbili zinazotofautiana",
  "One `t` is compared with the clock and another one is signed, so an old delivery can be made to look fresh.":
    "`t` moja inalinganishwa na saa na nyingine ndiyo iliyosainiwa, kwa hiyo utumaji wa zamani unaweza kuonekana mpya.",
  "Read `t` once, use the same value for the clock and for the HMAC, and refuse a header that has two.":
    "Soma `t` mara moja, tumia thamani hiyohiyo kwa saa na kwa HMAC, na kataa kichwa chenye mbili.",
  "Refuses a signature that is {seconds} seconds old": "Kinakataa saini ya sekunde {seconds} zilizopita",
  "The age of the signature is not checked, so anyone who has seen one delivery can send it again at any time.":
    "Umri wa saini haukaguliwi, kwa hiyo aliyeona utumaji mmoja anaweza kuutuma tena wakati wowote.",
  "Refuse when `t` is more than {seconds} seconds before your clock.":
    "Kataa `t` ikiwa nyuma ya saa yako kwa zaidi ya sekunde {seconds}.",
  "Refuses a signature from {seconds} seconds ahead": "Kinakataa saini ya sekunde {seconds} mbele",
  "Only the past is checked. Some libraries, `stripe` among them, do no more.":
    "Wakati uliopita tu ndio unaokaguliwa. Baadhi ya maktaba, kama `stripe`, hazifanyi zaidi.",
  "Compare the absolute difference: refuse when `t` is more than {seconds} seconds after your clock, too.":
    "Linganisha tofauti kamili: kataa pia `t` ikiwa mbele ya saa yako kwa zaidi ya sekunde {seconds}.",
  "Takes two v1 when one of them fits, in either order": "Kinapokea v1 mbili moja ikilingana, kwa mpangilio wowote",
  "Only the first, or only the last, of several `v1` is compared.":
    "Ya kwanza tu, au ya mwisho tu, kati ya `v1` kadhaa ndiyo inayolinganishwa.",
  "Collect all entries named `v1` and accept when any of them fits: during a rotation two secrets sign.":
    "Kusanya vipengele vyote vya `v1` na kubali chochote kikilingana: siri inapobadilishwa, siri mbili husaini.",
  "Verifies the raw body": "Kinathibitisha mwili ghafi",
  "It took a body with escapes, spaces, letters beyond ASCII and keys in another order.":
    "Kimepokea mwili wenye alama za kuepusha, nafasi, herufi nje ya ASCII na funguo kwa mpangilio mwingine.",
  "It refused a right signature over a body with {what}.": "Kimekataa saini sahihi ya mwili wenye {what}.",
  "The body becomes text in another encoding than UTF-8 before the signature is computed.":
    "Mwili unageuzwa maandishi ya usimbaji mwingine usio UTF-8 kabla saini haijakokotolewa.",
  "The body is parsed and written again before the signature is computed; what is written differs from what came.":
    "Mwili unachanganuliwa na kuandikwa upya kabla saini haijakokotolewa; kilichoandikwa hutofautiana na kilichofika.",
  "Compute the HMAC over the raw bytes: express.raw(), request.get_data(), php://input, await request.text().":
    "Kokotoa HMAC juu ya baiti ghafi: express.raw(), request.get_data(), php://input, await request.text().",
  "Checks the headers that it reads": "Kinakagua vichwa kinavyosoma",
  "It took a forged signature where the other family of headers was missing.":
    "Kimepokea saini bandia pale aina nyingine ya vichwa ilipokosekana.",
  "The header that is checked is not the one that is there.": "Kichwa kinachokaguliwa si kile kilichopo.",
  "Choose one family, X-Escrow-Signature or webhook-signature, and refuse what lacks it.":
    "Chagua aina moja, X-Escrow-Signature au webhook-signature, na kataa kisicho nayo.",
  "It verifies {one} and {other}.": "Kinathibitisha {one} na {other}.",
  "It verifies {one}.": "Kinathibitisha {one}.",
  "It refuses either family of headers alone.": "Kinakataa kila aina ya vichwa ikiwa peke yake.",
  "It asks for headers of both families.": "Kinadai vichwa vya aina zote mbili.",
  "One is enough: X-Escrow-Signature comes with every delivery, webhook-signature with newer secrets.":
    "Moja inatosha: X-Escrow-Signature huja na kila utumaji, webhook-signature na siri mpya zaidi.",
  // Secret rotation.
  "Takes deliveries while two secrets sign": "Kinapokea utumaji unaosainiwa kwa siri mbili",
  "Takes the new secret alone": "Kinapokea siri mpya peke yake",
  "The receiver waits for a second signature, which is there only during the overlap.":
    "Kipokezi kinasubiri saini ya pili, ambayo huwepo siri inapobadilishwa tu.",
  "Accept when any `v1` fits, however many there are.": "Kubali `v1` yoyote ikilingana, hata zikiwa ngapi.",
  "Refuses the old secret after the overlap": "Kinakataa siri ya zamani baada ya mabadiliko",
  "No secret from before the last rotation is known.": "Hakuna siri ya kabla ya mabadiliko ya mwisho inayojulikana.",
  "Both secrets still sign: the overlap is not over.": "Siri zote mbili bado zinasaini: mabadiliko hayajaisha.",
  "The receiver still holds the secret from before the rotation.": "Kipokezi bado kina siri ya kabla ya mabadiliko.",
  "Take the old secret out of its configuration: after a leak it is what you rotated for.":
    "Ondoa siri ya zamani kwenye usanidi wake: baada ya uvujaji, ndiyo sababu uliibadilisha.",
  // Events.
  "Takes events of an order that it does not have": "Kinapokea matukio ya oda ambayo hakina",
  "The receiver refuses events of an order that it does not have. Payment links that are made in the console lead to such events, too.":
    "Kipokezi kinakataa matukio ya oda ambayo hakina. Viungo vya malipo vilivyoundwa kwenye konsoli pia huleta matukio hayo.",
  "Answer 2xx to every event that is signed right, and put aside what your store knows nothing of.":
    "Jibu 2xx kwa kila tukio lililosainiwa vizuri, na weka kando usiyoyajua dukani kwako.",
  "Acts once when an event comes three times": "Kinatenda mara moja tukio likija mara tatu",
  "Events are not remembered, so each repeat is worked on again.":
    "Matukio hayakumbukwi, kwa hiyo kila marudio yanashughulikiwa tena.",
  "Keep the `id` of each event under a unique key, in the transaction that acts on it, and do nothing for one that is there.":
    "Hifadhi `id` ya kila tukio kama ufunguo wa pekee, kwenye muamala unaolishughulikia, na usifanye kitu kwa lililopo.",
  "Knows an event again under another delivery": "Kinatambua tukio kwenye utumaji mwingine",
  "Repeats are told by `X-Escrow-Delivery`, which is another one when an event is sent again by a person or recovered.":
    "Marudio yanatambuliwa kwa `X-Escrow-Delivery`, ambayo hubadilika tukio likitumwa tena na mtu au likirejeshwa.",
  "Tell repeats by the `id` of the event.": "Tambua marudio kwa `id` ya tukio.",
  "Bears escrow.funded before checkout.session.completed":
    "Kinavumilia escrow.funded kabla ya checkout.session.completed",
  "Does not move a completed order back": "Hakirudishi nyuma oda iliyokamilika",
  "Takes a type of event that it does not know": "Kinapokea aina ya tukio kisiyoijua",
  "The types of events are a closed list. The API grows: new types of events and new fields come without a new version.":
    "Aina za matukio ni orodha iliyofungwa. API inakua: aina na sehemu mpya huja bila toleo jipya.",
  "Answer 2xx to a type that you do not know, and do nothing.": "Jibu 2xx kwa aina usiyoijua, na usifanye kitu.",
  "Takes fields that it does not know": "Kinapokea sehemu kisizozijua",
  "Events are validated against a closed schema. The API grows: new types of events and new fields come without a new version.":
    "Matukio yanathibitishwa kwa muundo uliofungwa. API inakua: aina na sehemu mpya huja bila toleo jipya.",
  "Read the fields that you use and let others be.": "Soma sehemu unazotumia na uache nyingine.",
  "Answers 405 to a GET": "Kinajibu 405 kwa GET",
  "It answered 405.": "Kimejibu 405.",
  "Take POST alone, and answer 405 with `Allow: POST` to anything else.":
    "Pokea POST peke yake, na jibu 405 pamoja na `Allow: POST` kwa mengine yote.",
  "It {did}: a person who opens the URL will think it is wrong.":
    "Kipokezi {did}: mtu atakayefungua URL atadhani si sahihi.",
  "There is no route for other methods.": "Hakuna njia ya mbinu nyingine.",
  "It {did} to a GET.": "Kipokezi {did} kwa GET.",
  "The route answers every method.": "Njia inajibu kila mbinu.",
  "It {did} to the first event of an order that the doctor made up.":
    "Kipokezi {did} kwa tukio la kwanza la oda iliyobuniwa kwa ajili ya kipimo.",
  "It {did} to an event that it had taken.": "Kipokezi {did} kwa tukio kilichokwisha kulipokea.",
  "A repeat is treated as a mistake of the sender's.": "Marudio yanachukuliwa kuwa kosa la mtumaji.",
  "Answer 2xx to an event that you have seen, and do nothing: else it is sent again, and failures add up.":
    "Jibu 2xx kwa tukio uliloliona, na usifanye kitu: vinginevyo linatumwa tena, na makosa yanajilimbikiza.",
  "By X-Escrow-Handled it worked on the event again.": "Kwa X-Escrow-Handled, kimelishughulikia tukio tena.",
  "By X-Escrow-Handled it knew the event again.": "Kwa X-Escrow-Handled, kimelitambua tukio.",
  "By X-Escrow-Handled it ignored the late event.": "Kwa X-Escrow-Handled, kimelipuuza tukio lililochelewa.",
  "It took the repeats. Whether it acted on them, no status tells.":
    "Kimepokea marudio. Hakuna msimbo unaosema kama kimeyashughulikia.",
  "It took both. What became of the order, no status tells.":
    "Kimepokea yote mawili. Hakuna msimbo unaosema oda imekuwaje.",
  "It took the late event. What became of the order, no status tells.":
    "Kimepokea tukio lililochelewa. Hakuna msimbo unaosema oda imekuwaje.",
  "Give a probe that tells an order's state, or use the SDK's handler, which says what it did.":
    "Toa kichunguzi kinachosema hali ya oda, au tumia kishughulikiaji cha SDK, kinachosema kilichofanya.",
  "It {did} when escrow.funded came before checkout.session.completed.":
    "Kipokezi {did} escrow.funded ilipokuja kabla ya checkout.session.completed.",
  "The receiver expects that events come in the order in which they happened.":
    "Kipokezi kinatarajia matukio yaje kwa mpangilio yalivyotokea.",
  "Find the order by `external_reference`, and make of each event what it says, whatever came before it.":
    "Tafuta oda kwa `external_reference`, na tekeleza kila tukio linavyosema, bila kujali lililotangulia.",
  "It {did} to an escrow.funded that came after escrow.completed.":
    "Kipokezi {did} kwa escrow.funded iliyokuja baada ya escrow.completed.",
  "An event that comes late is treated as a mistake of the sender's.":
    "Tukio linalochelewa linachukuliwa kuwa kosa la mtumaji.",
  "Answer 2xx, and let an event of an earlier step change nothing.":
    "Jibu 2xx, na tukio la hatua ya awali lisibadilishe kitu.",
  // Events, as a probe tells of them.
  "The probe never told the same twice: leave out times and counters that move by themselves.":
    "Kichunguzi hakijasema kitu kilekile mara mbili: ondoa nyakati na vihesabu vinavyojiendesha.",
  "The probe told no change when the order was funded, so a second change can't be told.":
    "Kichunguzi hakikuonyesha mabadiliko oda ilipolipwa, kwa hiyo badiliko la pili halingeonekana.",
  "The probe told no change when the order was funded.": "Kichunguzi hakikuonyesha mabadiliko oda ilipolipwa.",
  "The probe told no change when the order was completed.": "Kichunguzi hakikuonyesha mabadiliko oda ilipokamilika.",
  "Let the probe make the order that it is asked for when your store does not have it: it is asked before anything is sent.":
    "Kichunguzi kiunde oda inayoulizwa ikiwa duka lako halina: kinaulizwa kabla chochote hakijatumwa.",
  "The order stayed {state}.": "Oda imebaki {state}.",
  "The order went from {before} to {after} by an event that it had seen.":
    "Oda imetoka {before} hadi {after} kwa tukio lililokwisha kuonekana.",
  "The order came to {state}, as it does in the usual order.": "Oda imefika {state}, kama kwa mpangilio wa kawaida.",
  "The order came to {state}; in the usual order it comes to {expected}.":
    "Oda imefika {state}; kwa mpangilio wa kawaida hufika {expected}.",
  "A later event of an earlier step overwrites the order's state, or the early one was dropped.":
    "Tukio la baadaye la hatua ya awali linafuta hali ya oda, au lililowahi limepotea.",
  "The order went from {before} back to {after}.": "Oda imerudi nyuma kutoka {before} hadi {after}.",
  "Each event sets the order's state, whatever came before.":
    "Kila tukio linaweka hali ya oda, bila kujali lililotangulia.",
  "Never move an order backwards: keep how far it is, and let an event of an earlier step change nothing.":
    "Usirudishe oda nyuma kamwe: kumbuka ilipofika, na tukio la hatua ya awali lisibadilishe kitu.",
  // The account.
  "Nobody looked at the account.": "Akaunti haikuangaliwa.",
  "Give an API key of the account.": "Weka ufunguo wa API wa akaunti.",
  "Each order has an id of its own": "Kila oda ina id yake",
  "No two orders share an external_reference.": "Hakuna oda mbili zenye external_reference moja.",
  "Several orders share an external_reference: {which}.": "Oda kadhaa zina external_reference moja: {which}.",
  "Several orders share an external_reference: {which} and more.":
    "Oda kadhaa zina external_reference moja: {which}, na nyingine.",
  "{reference} ({count} orders)": "{reference} (oda {count})",
  "Two shops on one account count their orders alike, or an order that was paid got a second session.":
    "Maduka mawili ya akaunti moja yanahesabu oda kwa namna moja, au oda iliyolipwa imepewa kipindi cha pili cha malipo.",
  "Put a prefix for each shop before its order ids, in `external_reference` and in `Idempotency-Key`.":
    "Weka kiambishi cha kila duka mbele ya id za oda zake, kwenye `external_reference` na `Idempotency-Key`.",
  "Sessions were refused because another order has the key: {which}.":
    "Vipindi vya malipo vilikataliwa kwa sababu oda nyingine ina ufunguo: {which}.",
  "Sessions were refused because another order has the key: {which} and more.":
    "Vipindi vya malipo vilikataliwa kwa sababu oda nyingine ina ufunguo: {which}, na nyingine.",
  "Two shops on one account count their orders alike, or an order was changed and sent again under its old key.":
    "Maduka mawili ya akaunti moja yanahesabu oda kwa namna moja, au oda iliyobadilishwa imetumwa tena kwa ufunguo wake wa zamani.",
  "The endpoint is enabled": "Endpoint imewashwa",
  "The account has no endpoint with this URL and secret.": "Akaunti haina endpoint yenye URL na siri hii.",
  "Register the URL in the console, or check the URL and secret of the endpoint that you have.":
    "Sajili URL kwenye konsoli, au kagua URL na siri ya endpoint uliyo nayo.",
  "The endpoint is disabled: nothing is sent to it.": "Endpoint imezimwa: hakuna kinachotumwa kwake.",
  "Somebody switched it off, or fifty attempts in a row failed.":
    "Mtu ameizima, au majaribio hamsini mfululizo yameshindwa.",
  "Mend the receiver, then enable the endpoint. What was held is sent, oldest first.":
    "Rekebisha kipokezi, kisha washa endpoint. Kilichozuiliwa kinatumwa, cha zamani kwanza.",
  "The last {count} attempts failed; after fifty in a row it is disabled.":
    "Majaribio {count} ya mwisho yameshindwa; baada ya hamsini mfululizo inazimwa.",
  "The receiver was away, or refuses some events.": "Kipokezi hakikuwepo, au kinakataa baadhi ya matukio.",
  "The delivery log of the console shows what it answered.":
    "Kumbukumbu ya utumaji kwenye konsoli inaonyesha kilivyojibu.",
  "It is enabled, and its last attempt succeeded.": "Imewashwa, na jaribio lake la mwisho limefaulu.",
  "No delivery is held or late": "Hakuna utumaji uliozuiliwa wala kuchelewa",
  "Nothing waits.": "Hakuna kinachosubiri.",
  "1 delivery waits, one for {span}.": "Utumaji 1 unasubiri, kwa {span}.",
  "{count} deliveries wait, one for {span}.": "Utumaji {count} unasubiri, mmoja kwa {span}.",
  "The endpoint is disabled, or the receiver did not take them.": "Endpoint imezimwa, au kipokezi hakikuupokea.",
  "Enable it, or wait for the next attempt; `webhook resend` and the console send one at once.":
    "Iwashe, au subiri jaribio linalofuata; `webhook resend` na konsoli hutuma mara moja.",
  "The reader of the feed keeps up": "Msomaji wa mlisho anaendana nao",
  "No position was given.": "Hakuna nafasi iliyotolewa.",
  "Give the id of the last event that your reader handled.":
    "Toa id ya tukio la mwisho ambalo msomaji wako ameshughulikia.",
  "It has read every event.": "Amesoma kila tukio.",
  "1 event is unread, one for {span}.": "Tukio 1 halijasomwa, kwa {span}.",
  "{count} events are unread, one for {span}.": "Matukio {count} hayajasomwa, moja kwa {span}.",
  "{count} or more events are unread, one for {span}.": "Matukio {count} au zaidi hayajasomwa, moja kwa {span}.",
  "The reader of the feed stands still: it crashed, or an event that it can't handle holds it up.":
    "Msomaji wa mlisho amesimama: ameanguka, au tukio asiloweza kulishughulikia linamzuia.",
  "Look at its log, and let it put aside an event that fails rather than try it for ever.":
    "Angalia kumbukumbu yake, na umfanye aweke kando tukio linaloshindwa badala ya kulijaribu milele.",
};
