/** A small storefront on Vendure's Shop API: pages from the server, forms, one cookie, and no scripts. */
import fs from "node:fs";
import express, { type NextFunction, type Request, type Response, type Router } from "express";
import type { ComponentChildren } from "preact";
import { renderToString } from "preact-render-to-string";
import { CartPage, CheckoutPage } from "./cart.js";
import { Catalogue, ProductPage } from "./catalogue.js";
import { type Frame, page } from "./frame.js";
import { type Caller, openCaller, Refused } from "./graphql.js";
import { isMoving, OrderPage, standingOf } from "./order.js";
import { drawingOf } from "./pictures.js";
import {
  addToCart,
  changeLine,
  type Delivery,
  payByEscrow,
  readCart,
  readCountries,
  readOrder,
  readProduct,
  readProducts,
} from "./shop.js";
import { openStaff } from "./staff.js";

export interface StorefrontOptions {
  /** Where Vendure answers on this machine. */
  readonly port: number;
  readonly mailboxUrl: string;
  readonly admin: { readonly identifier: string; readonly password: string };
}

const COOKIE = "northwind";
const STYLES = ["frame", "pages"].map((name) => new URL(`../../../shop/storefront/${name}.css`, import.meta.url));
const PATHS_OF_VENDURE = /^\/(shop-api|admin-api|admin|holdfast|health|assets)(\/|$)/;
const HEADERS = {
  "Content-Security-Policy":
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'",
  "Referrer-Policy": "same-origin",
  "X-Content-Type-Options": "nosniff",
  "Cache-Control": "no-store",
};

type Visit = { readonly request: Request; readonly response: Response; readonly caller: Caller };
/** @returns the address to go to next, or nothing when it has answered. */
type Work = (visit: Visit) => Promise<string | undefined>;

const field = ({ body }: Request, name: string): string =>
  String((body as Record<string, unknown> | undefined)?.[name] ?? "").trim();

const parameter = ({ params }: Request, name: string): string => String(params[name] ?? "");

const problemOf = ({ query }: Request): string | null =>
  typeof query["problem"] === "string" ? query["problem"].slice(0, 300) : null;

const withProblem = (path: string, text: string): string => `${path}?problem=${encodeURIComponent(text)}`;

async function show(
  { response, caller }: Visit,
  { status = 200, ...frame }: Omit<Frame, "cart"> & { readonly status?: number },
  body: ComponentChildren,
): Promise<void> {
  const cart = (await readCart(caller))?.totalQuantity ?? 0;
  keepToken(response, caller);
  response
    .status(status)
    .set(HEADERS)
    .type("html")
    .send(page({ ...frame, cart }, body));
}

function keepToken(response: Response, { token }: Caller): void {
  if (token !== null) response.cookie(COOKIE, token, { httpOnly: true, sameSite: "lax", path: "/" });
}

function tokenIn({ headers }: Request): string | null {
  const cookies = (headers.cookie ?? "").split(/;\s*/).map((pair) => pair.split("=", 2));
  return cookies.find(([name]) => name === COOKIE)?.[1] ?? null;
}

export function storefront({ port, mailboxUrl, admin }: StorefrontOptions): Router {
  const origin = `http://127.0.0.1:${port}`;
  const staff = openStaff(`${origin}/admin-api`, admin);
  const router = express.Router();
  const route =
    (work: Work) =>
    async (request: Request, response: Response): Promise<void> => {
      const caller = openCaller(`${origin}/shop-api`, tokenIn(request));
      try {
        const next = await work({ request, response, caller });
        if (next === undefined) return;
        keepToken(response, caller);
        response.redirect(303, next);
      } catch (error) {
        if (!(error instanceof Refused)) process.stderr.write(`storefront: ${String(error)}\n`);
        const body = <Sorry title="Something went wrong" text="Please go back and try again." />;
        response
          .status(500)
          .set(HEADERS)
          .type("html")
          .send(page({ title: "Something went wrong", cart: 0 }, body));
      }
    };
  const missing: Work = async (visit) => {
    await show(
      visit,
      { title: "Page not found", status: 404 },
      <Sorry title="Page not found" text="It may have moved, or sold out." />,
    );
    return undefined;
  };

  // Everything else of Vendure reads its own bodies.
  router.use((request: Request, _response: Response, next: NextFunction) =>
    next(PATHS_OF_VENDURE.test(request.path) ? "router" : undefined),
  );
  router.use(express.urlencoded({ extended: false, limit: "16kb" }));
  router.get("/style.css", (_request, response) => {
    response
      .set({ ...HEADERS, "Cache-Control": "max-age=300" })
      .type("css")
      .send(STYLES.map((path) => fs.readFileSync(path, "utf8")).join(""));
  });
  router.get("/pictures/:name", (request, response) => {
    const drawing = drawingOf(parameter(request, "name").replace(/\.svg$/, ""));
    if (drawing === null) return void response.sendStatus(404);
    response
      .set({ ...HEADERS, "Cache-Control": "max-age=3600" })
      .type("svg")
      .send(renderToString(drawing));
  });
  router.get(
    "/",
    route(async (visit) => {
      await show(visit, { title: "" }, <Catalogue products={await readProducts(visit.caller)} />);
      return undefined;
    }),
  );
  router.get(
    "/products/:slug",
    route(async (visit) => {
      const product = await readProduct(visit.caller, parameter(visit.request, "slug"));
      if (product === null) return missing(visit);
      await show(visit, { title: product.name }, <ProductPage product={product} />);
      return undefined;
    }),
  );
  addCart(router, route);
  addCheckout(router, route);
  addOrders(router, route, { staff, mailboxUrl, missing });
  router.use(route(missing));
  return router;
}

const Sorry = ({ title, text }: { title: string; text: string }) => (
  <section class="empty">
    <h1>{title}</h1>
    <p class="lead">{text}</p>
    <a class="button" href="/">
      Go to the shop
    </a>
  </section>
);

type Route = (work: Work) => (request: Request, response: Response) => Promise<void>;

/** Does it, and goes on; a refusal is told on the page that comes back. */
async function attempt(
  work: () => Promise<unknown>,
  { done, refused }: { done: string; refused: string },
): Promise<string> {
  try {
    await work();
    return done;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return withProblem(refused, error.message);
  }
}

function addCart(router: Router, route: Route): void {
  router.get(
    "/cart",
    route(async (visit) => {
      const order = await readCart(visit.caller);
      await show(visit, { title: "Your cart" }, <CartPage order={order} problem={problemOf(visit.request)} />);
      return undefined;
    }),
  );
  router.post(
    "/cart",
    route(({ request, caller }) =>
      attempt(() => addToCart(caller, field(request, "variant"), Number(field(request, "quantity"))), {
        done: "/cart",
        refused: "/cart",
      }),
    ),
  );
  router.post(
    "/cart/lines/:line",
    route(({ request, caller }) => {
      const quantity = field(request, "remove") === "" ? Number(field(request, "quantity")) : 0;
      return attempt(() => changeLine(caller, parameter(request, "line"), quantity), {
        done: "/cart",
        refused: "/cart",
      });
    }),
  );
}

function addCheckout(router: Router, route: Route): void {
  const form = async (visit: Visit, given: Partial<Delivery>, problem: string | null): Promise<string | undefined> => {
    const order = await readCart(visit.caller);
    if (order === null || order.lines.length === 0) return "/cart";
    const countries = await readCountries(visit.caller);
    const body = <CheckoutPage order={order} countries={countries} given={given} problem={problem} />;
    await show(visit, { title: "Checkout", status: problem === null ? 200 : 422 }, body);
    return undefined;
  };
  router.get(
    "/checkout",
    route((visit) => form(visit, { country: "US" }, null)),
  );
  router.post(
    "/checkout",
    route(async (visit) => {
      const read = (name: keyof Delivery): string => field(visit.request, name);
      const given: Delivery = {
        email: read("email"),
        name: read("name"),
        street: read("street"),
        city: read("city"),
        postcode: read("postcode"),
        country: read("country"),
      };
      if (Object.values(given).some((value) => value === "")) return form(visit, given, "Fill in every field.");
      try {
        const { code, url } = await payByEscrow(visit.caller, given);
        return url ?? `/orders/${code}`;
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        return form(visit, given, error.message);
      }
    }),
  );
}

type OrderDeps = { readonly staff: ReturnType<typeof openStaff>; readonly mailboxUrl: string; readonly missing: Work };

function addOrders(router: Router, route: Route, { staff, mailboxUrl, missing }: OrderDeps): void {
  router.get(
    "/orders/:code",
    route(async (visit) => {
      const order = await readOrder(visit.caller, parameter(visit.request, "code"));
      if (order === null) return missing(visit);
      const adminUrl = `/admin/orders/${order.id}`;
      const body = (
        <OrderPage order={order} problem={problemOf(visit.request)} adminUrl={adminUrl} mailboxUrl={mailboxUrl} />
      );
      await show(visit, { title: standingOf(order).title, refreshes: isMoving(order) }, body);
      return undefined;
    }),
  );
  router.post(
    "/orders/:code/ship",
    route(async (visit) => {
      const order = await readOrder(visit.caller, parameter(visit.request, "code"));
      if (order === null) return missing(visit);
      const wanted = field(visit.request, "line");
      const lines = order.lines
        .map(({ id, quantity, fulfillmentLines }) => ({
          id,
          quantity: quantity - (fulfillmentLines ?? []).reduce((sum, line) => sum + line.quantity, 0),
        }))
        .filter(({ id, quantity }) => quantity > 0 && (wanted === "" || id === wanted));
      const path = `/orders/${order.code}`;
      return attempt(() => staff.ship(lines), { done: path, refused: path });
    }),
  );
}
