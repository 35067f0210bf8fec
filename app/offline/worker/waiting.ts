import { workerHeader } from "../../session/asked-by-worker.ts";
import { titleOfForm, wordsOf } from "../form-words.ts";
import { all, dropForm, setValue, value } from "./database.ts";
import { flush, send, tell } from "./forms.ts";
import { encode, isFile, isText, type OpenForm, ownForm, ownForms } from "./kept-forms.ts";
import { checkOwner, leave, markOf, placeOf, statusOf } from "./owner.ts";
import { noLine, readPage, savedText } from "./pages.ts";
import { chooseTarget } from "./shares.ts";
import { cut, escapeHtml, notePage, templateIn } from "./texts.ts";

/** The page of what waits, with what waits on this device, and what is asked there. */

export const waitingPath = "/waiting";

/** Answers "/waiting" and what is below it; null for what the server answers alone. */
export async function answerWaiting(event: FetchEvent, { pathname, searchParams }: URL): Promise<Response | null> {
  const form = await ownForm(Number(searchParams.get("form") ?? 0));
  if (pathname === `${waitingPath}/change` && form)
    return form.state === "shared" ? placeShare(form) : changeForm(form);
  if (pathname === `${waitingPath}/share` && form && event.request.method === "POST") {
    await chooseTarget(form, await event.request.formData());
    event.waitUntil(flush());
    return Response.redirect(waitingPath, 303);
  }
  if (pathname === `${waitingPath}/discard` && form && event.request.method === "POST") {
    await dropForm(form.id);
    await tell();
    return Response.redirect(waitingPath, 303);
  }
  if (event.request.method === "POST" || pathname !== waitingPath) return null;
  return listForms(await readPage(event, waitingPath), searchParams);
}

async function listForms(page: Response, asked: URLSearchParams): Promise<Response> {
  if (!page.headers.get("content-type")?.startsWith("text/html")) return page;
  const mark = markOf(page);
  // Somebody has just signed in.
  if (mark !== null && mark.owner !== (await value("owner"))) await checkOwner();
  const forms = await ownForms();
  const rows = await all("pages");
  const text = await page.text();
  const part = (id: string) => templateIn(text, id);
  const list = part("device-forms");
  const row = cut(list, "<li>", "</li>");
  const told = forms.map((form) => fill(row, { ...describe(form, rows), url: form.url, form: String(form.id) }));
  const asking = forms.find(({ id }) => id === Number(asked.get("discard") ?? 0));
  const question = asking
    ? fill(part("discard-form"), { ...describe(asking, rows), form: String(asking.id) })
    : asked.has("leave") && forms.length > 0
      ? fill(part("leave-forms"), { count: String(forms.length) })
      : "";
  const shown = text
    .replace(/(<div id="asked" class="mb-2">)/, (place) => place + question)
    .replace(
      /(<div id="on-device">)/,
      (place) => place + (forms.length === 0 ? "" : list.replace(row, () => told.join(""))),
    );
  // What is empty without this device is not empty with it.
  const body = forms.length === 0 ? shown : shown.replace(/<div id="none">/, '<div id="none" hidden>');
  return new Response(body, { status: page.status, headers: page.headers });
}

/** Replaces "[name]" by each text. */
function fill(html: string, texts: Readonly<Record<string, string>>): string {
  return html.replace(/\[(\w+)\]/g, (place, name: string) => escapeHtml(texts[name] ?? place));
}

/** What a form is in words, since when it waits, and why. */
function describe(form: OpenForm, pages: Awaited<ReturnType<typeof all<"pages">>>) {
  const path = form.url.split("?")[0] ?? form.url;
  const title = pages.find((page) => page.path === form.url || page.path === path)?.title ?? titleOfForm(path);
  const files = form.fields.filter(isFile).length;
  const added = files === 0 ? "" : files === 1 ? " (1 file)" : ` (${files} files)`;
  const what = wordsOf(title, form.fields) + added;
  const since = new Date(form.at).toLocaleString("en-US", { dateStyle: "medium", timeStyle: "short" });
  return { what, since, why: whyOf(form) };
}

function whyOf({ state, status, tries }: OpenForm): string {
  if (state === "shared") return "Nobody has said where it goes. It is kept for a day.";
  if (state !== "waiting") return "It was not accepted. Open it to see why.";
  if (status === 401) return "You were signed out. It is sent now that you are signed in again.";
  if (status > 0) return "Latchkey was busy. It is sent again by itself.";
  return tries === 0
    ? "It waits for what you sent before it."
    : "There was no connection. It is sent by itself when it is back.";
}

/** The form's own page with what was typed, or without a connection a plain page with its texts. */
async function changeForm(form: OpenForm): Promise<Response> {
  const texts = form.fields.filter(isText);
  const files = form.fields.filter(isFile).map(([, { name }]) => ["_files", name] as const);
  const body = encode([...texts, ...files, ["_parked", form.url]]);
  const headers = { [workerHeader]: "park" };
  const answer = await fetch(`${waitingPath}/parked`, { method: "POST", body, headers, redirect: "manual" }).catch(
    () => null,
  );
  const location = await placeOf(answer);
  return location === null ? editForm(form, texts) : Response.redirect(location, 303);
}

/** Asks where a share goes: the server, or without a connection among the clients and properties whose pages are kept. */
async function placeShare(form: OpenForm): Promise<Response> {
  const { location } = await send(form.id, "look");
  if (location !== undefined) return Response.redirect(location, 303);
  const saved = await savedText(waitingPath);
  const chooser = templateIn(saved?.body ?? "", "share-form");
  const option = cut(chooser, "<option", "</option>");
  if (saved === null || chooser === "") return notePage(noLine, "You can say where it goes when it is back.", 503);
  const records = (await all("pages")).flatMap(({ path, title }) => {
    const [, kind = "", id = ""] = /^\/(client|package)s\/([\da-f-]{36})$/.exec(path) ?? [];
    return kind === "" ? [] : [fill(option, { record: `${kind}.${id}`, title })];
  });
  const main = fill(chooser, { what: describe(form, []).what, form: String(form.id), text: sharedText(form) });
  return within(
    saved,
    "Send what you shared",
    main.replace(option, () => records.join("")),
  );
}

const sharedText = ({ fields }: OpenForm): string =>
  [...new Set(fields.filter(isText).map(([, text]) => text.trim()))].filter((text) => text !== "").join("\n");

/** A page of ours in the place of the list's own content. */
function within(
  { body, headers }: NonNullable<Awaited<ReturnType<typeof savedText>>>,
  title: string,
  content: string,
): Response {
  const opening = cut(body, "<main", ">");
  const main = `${opening}<h1>${title}</h1>${content}</main>`;
  return new Response(
    body.replace(cut(body, opening, "</main>"), () => main),
    { headers },
  );
}

async function editForm(
  { id, url, ...form }: OpenForm,
  texts: readonly (readonly [string, string])[],
): Promise<Response> {
  const saved = await savedText(waitingPath);
  const editor = templateIn(saved?.body ?? "", "change-form");
  if (saved === null || editor === "") return notePage(noLine, "This form can be changed when it is back.", 503);
  const field = cut(editor, '<div class="field">', "</div>");
  const isShown = (name: string, given: string) => !name.startsWith("_") && !/^[\da-f-]{36}$/.test(given);
  const inputs = texts.map(([name, given]) =>
    isShown(name, given)
      ? fill(field, { name, label: labelOf(name), value: given })
      : `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(given)}">`,
  );
  const { what } = describe({ id, url, ...form }, await all("pages"));
  const [before = "", behind = ""] = editor.split(field).map((part) => fill(part, { what, form: String(id), url }));
  const filled = before + inputs.join("") + behind;
  return within(saved, "Change what was not sent", filled);
}

/** "firstName" is "First name". */
function labelOf(name: string): string {
  const words = name
    .replace(/([a-z])([A-Z])|[._[\]]+/g, "$1 $2")
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Signs out. With forms that wait it is asked first what becomes of them. */
export async function signOut({ searchParams }: URL): Promise<Response> {
  const forms = await ownForms();
  const choice = searchParams.get("forms");
  if (forms.length > 0 && choice === null) return Response.redirect(`${waitingPath}?leave`, 303);
  if (choice === "discard") for (const { id } of forms) await dropForm(id);
  await leave();
  await setValue("leaving", true);
  return (
    (await finishLeaving()) ??
    notePage("You are signed out on this device.", "Latchkey is told when there is a connection.")
  );
}

/** Tells the server that somebody signed out. @returns the page that says so; null while there is no connection */
export async function finishLeaving(): Promise<Response | null> {
  const answer = await fetch("/sign-out", { method: "POST", headers: { [workerHeader]: "send" } }).catch(() => null);
  if (answer === null || statusOf(answer) === 0) return null;
  await setValue("leaving", undefined);
  // Forms of others and of this person stay sealed: the page that clears all that a site keeps would clear them, too.
  return Response.redirect((await all("forms")).length > 0 ? "/signed-out?kept" : "/signed-out?wiped", 303);
}

export const isLeaving = async (): Promise<boolean> => (await value("leaving")) === true;
