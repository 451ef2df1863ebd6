/** Forms with files, posted as a browser does: the token and the words, then the files. */
import type { World } from "../harness.js";
import { cookieOf, type SentFile } from "../pages/orders-area.js";
import { csrfOf, type Page, type Visitor } from "../visitor.js";

type Form = {
  readonly path: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly files?: readonly SentFile[];
  readonly csrf?: string;
};

export async function postFiles(
  world: World,
  visitor: Visitor,
  { path, fields = {}, files = [], csrf }: Form,
): Promise<Page> {
  const form = new FormData();
  form.append("csrf", csrf ?? csrfOf((await visitor.get("/sign-in")).html));
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  if (files.length === 0) form.append("evidence", new File([], ""));
  for (const { name, content, type = "application/octet-stream" } of files) {
    form.append("evidence", new File([Buffer.from(content)], name, { type }));
  }
  const response = await fetch(world.url + path, {
    method: "POST",
    body: form,
    redirect: "manual",
    headers: { Cookie: cookieOf(visitor), Origin: world.url, Accept: "text/html" },
  });
  return { status: response.status, headers: response.headers, html: await response.text() };
}
