/** The console in its languages: who reads which, and that no page keeps a word of English. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { token } from "../../src/platform/random.js";
import { consoleLocales, type Locale, localeName, locales } from "../../src/words/locale.js";
import { wide } from "../bounds.js";
import { newOperator } from "../desk/operator.js";
import { startWorld, type World } from "../harness.js";
import { csrfOf, newVisitor, textOf, type Visitor } from "../visitor.js";
import { consoleRoutesOf, fill, type Ids, lively } from "./routes.js";
import { consoleOf, newPerson, type Person } from "./seller.js";

let world: World;
let shop: Awaited<ReturnType<typeof lively>>;
let ada: Person;
let home: string;
beforeAll(async () => {
  world = await startWorld();
  shop = await lively(world, "Northwind Ceramics", { offers: true, hooks: "https://shop.example/hooks" });
  ada = await newPerson(world, shop.shop);
  home = consoleOf(shop.shop);
}, 60_000);
afterAll(() => world.close());

const languageOf = (html: string): string | undefined => /<html lang="(\w+)"/.exec(html)?.[1];

async function choose(visitor: Visitor, path: string, lang: Locale): Promise<void> {
  const csrf = csrfOf((await visitor.get(path)).html);
  const answer = await visitor.postRaw("/language", new URLSearchParams({ csrf, lang, next: path }).toString());
  expect(answer.headers.get("location")).toBe(path);
}

test("a language that was chosen goes with the person, into any browser", async () => {
  const grace = await newPerson(world, shop.shop);
  expect(languageOf((await grace.get(home)).html)).toBe("en");
  await choose(grace, home, "fr");
  const page = await grace.get(home);
  expect(languageOf(page.html)).toBe("fr");
  expect(textOf(page.html)).toContain("Vue d’ensemble");
  const elsewhere = newVisitor(world);
  elsewhere.cookies.set("hf_seller", grace.token);
  expect(languageOf((await elsewhere.get(home, { "Accept-Language": "pt" })).html)).toBe("fr");
  expect(languageOf((await ada.get(home)).html)).toBe("en");
});

test("a reader who chose no language reads what the browser asks for, and before signing in what was chosen there", async () => {
  const grace = await newPerson(world, shop.shop);
  expect(languageOf((await grace.get(home, { "Accept-Language": "sw, en;q=0.5" })).html)).toBe("sw");
  const stranger = newVisitor(world);
  expect(languageOf((await stranger.get("/console/sign-in", { "Accept-Language": "pt-BR" })).html)).toBe("pt");
  await choose(stranger, "/console/sign-in", "fr");
  expect(languageOf((await stranger.get("/console/sign-in", { "Accept-Language": "pt-BR" })).html)).toBe("fr");
});

test("the desk is English whatever its operator reads, and so are the heads of files", async () => {
  const operator = await newOperator(world);
  await choose(operator, "/console/new", "fr");
  expect(languageOf((await operator.get("/console/new")).html)).toBe("fr");
  const desk = await operator.get("/desk");
  expect(languageOf(desk.html)).toBe("en");
  expect(textOf(desk.html)).toContain("Sign out");
  const file = (lang: Locale) => ada.get(`${home}/exports/escrows/download?lang=${lang}`);
  expect((await file("fr")).html).toBe((await file("en")).html);
});

test("what is not there is told in the reader's language", async () => {
  const page = await ada.get(`${home}/nothing?lang=pt`);
  expect(page.status).toBe(404);
  expect(textOf(page.html)).toContain("Voltar à visão geral");
});

test("an amount that can't be read is refused in words of the reader", async () => {
  const csrf = csrfOf((await ada.get(home)).html);
  const fields = { csrf, form: "a", rows: "2", title: "Un bol", amount: "beaucoup", expires_in: "86400" };
  const body = new URLSearchParams(fields).toString();
  const page = await ada.postRaw(`${home}/sessions/new?lang=fr`, body);
  expect(page.status).toBe(422);
  expect(textOf(page.html)).toContain("Saisissez un montant d’au moins 0,01, par exemple 249,90.");
});

describe("no page keeps a word of English", () => {
  /** What each page says in English, by its path. */
  const english = new Map<string, ReadonlySet<string>>();
  beforeAll(async () => {
    const ids: Ids = { ...shop.ids, seller_code: shop.shop.sellerCode, token: token(43) };
    const routes = await consoleRoutesOf();
    for (const { method, path: pattern } of routes) {
      if (method !== "GET" || !SPOKEN.test(pattern)) continue;
      const path = fill(pattern, ids);
      const { status, headers, html } = await ada.get(path);
      if (status === 200 && headers.get("content-type")?.includes("html")) english.set(path, piecesOf(html));
    }
    expect(english.size).toBeGreaterThan(20);
  }, 60_000);

  const keepsNone = async (locale: Locale): Promise<void> => {
    const own = saidIn(locale);
    const kept: string[] = [];
    for (const [path, pieces] of english) {
      const { html } = await ada.get(`${path}?lang=${locale}`);
      expect(languageOf(html), path).toBe(locale);
      const there = piecesOf(html);
      kept.push(
        ...[...pieces].filter((piece) => there.has(piece) && !own.has(piece)).map((piece) => `${path}: ${piece}`),
      );
    }
    expect(kept).toEqual([]);
  };
  test("in Swahili", () => keepsNone("sw"));
  test.each(consoleLocales().filter((locale) => !["en", "sw"].includes(locale)))("in %s", wide(), keepsNone);
});

/** Pages of the console; the desk is English. */
const SPOKEN = /^\/console(?:$|\/)/;

/** The names of countries are those of the platform, many of them the same in several languages. */
const COUNTRIES = /<select id="country".*?<\/select>/gs;

/** All that the catalogues of a language say as it stands. */
function saidIn(locale: Locale): ReadonlySet<string> {
  const folder = join(import.meta.dirname, "../../locales", locale);
  const areas = readdirSync(folder);
  expect(areas.length).toBeGreaterThan(8);
  return new Set(areas.flatMap((file) => textsIn(JSON.parse(readFileSync(join(folder, file), "utf8")))));
}

const textsIn = (words: unknown): readonly string[] => {
  if (typeof words === "string") return [words];
  return typeof words === "object" && words !== null ? Object.values(words).flatMap(textsIn) : [];
};

/** Words of merchants and of programs, and names that are the same everywhere. */
const DATA = /@|\d|^(?:GET |POST )?\/|^https?:|^(?:whsec|hf)_|^[\w.]+\.[\w.]+$|, .*\(U(?:TC|SD)\)/;
const NAMES: readonly string[] = [
  ...locales().map(localeName),
  ...["Holdfast", "Sandbox", "Northwind Ceramics", "TypeScript", "PHP", "Python", "Shell", "curl"],
  ...["GET", "POST", "URL", "PDF", "CSV", "JSON", "ping", "Request-Id", "User-Agent"],
];
const FOREIGN =
  /<(bdi|code|pre|kbd|script|style|textarea|time)\b[^>]*>.*?<\/\1>|<(a|p|span) [^>]*(?:font-mono|lang="en")[^>]*>(?:<span>.*?<\/span>)*.*?<\/\2>/gs;
const ATTRIBUTES = /\b(?:placeholder|aria-label|title|alt|data-done|data-stopped|data-failed)="([^"]*)"/g;

/** What a page says, piece by piece: each text between its marks, and each attribute that is read out. */
function piecesOf(html: string): ReadonlySet<string> {
  const body = html.slice(html.indexOf("<title>")).replaceAll(COUNTRIES, "").replaceAll(FOREIGN, "");
  const pieces = [...body.split(/<[^>]*>/), ...[...body.matchAll(ATTRIBUTES)].map(([, text = ""]) => text)];
  const said = pieces.map((piece) =>
    textOf(piece)
      .replace(/ – Holdfast$/, "")
      .trim(),
  );
  return new Set(said.filter((piece) => /\p{L}{3}/u.test(piece) && !DATA.test(piece) && !NAMES.includes(piece)));
}
