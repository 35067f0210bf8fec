/**
 * A person with a browser that runs no scripts: keeps cookies, follows links and redirects, fills in forms and sends them.
 * What it does is what Chromium does with scripts off, at a hundredth of the cost; layout and focus need the real one.
 */
import { type HTMLElement, parse } from "node-html-parser";
import { Agent, FormData, fetch, type Response } from "undici";

/** What came back last: where we are now, and what stands there. */
export class Visit {
  readonly url: URL;
  readonly status: number;
  readonly headers: Response["headers"];
  readonly html: string;
  #document: HTMLElement | null = null;
  #text: string | null = null;

  constructor(url: URL, { status, headers }: Response, html: string) {
    this.url = url;
    this.status = status;
    this.headers = headers;
    this.html = html;
  }

  /** The page without its head, scripts and styles; parsed when somebody looks. */
  get document(): HTMLElement {
    this.#document ??= parseVisible(this.html);
    return this.#document;
  }

  /** The page's text as one line, without scripts and styles. */
  get text(): string {
    this.#text ??= oneLine(this.document.text);
    return this.#text;
  }
}

function parseVisible(html: string): HTMLElement {
  const document = parse(html);
  for (const silent of document.querySelectorAll("head, script, style, template")) silent.remove();
  return document;
}

type Values = Readonly<Record<string, string | readonly string[]>>;

interface Submission {
  /** Which form, when the page has several: a CSS selector. */
  form?: string;
  /** The text of the button that is pressed; the first one when not given. */
  button?: string;
  /** What is chosen in the form's file field. */
  files?: readonly File[];
}

const redirectLimit = 10;

let addresses = 1;

/** Gives a loopback address nobody else uses, so that the limits per address see different visitors. */
function nextAddress(): string {
  addresses += 1;
  return `127.${1 + (process.pid % 200)}.${(addresses >> 8) & 255}.${addresses & 255}`;
}

function agentAtNextAddress(): Agent {
  return new Agent({ localAddress: nextAddress(), keepAliveTimeout: 1_000 });
}

export class Visitor {
  readonly origin: string;
  readonly cookies = new Map<string, string>();
  #agent: Agent;
  #visit: Visit | null = null;

  /** Takes the origin that is visited, such as `http://localhost:3000`. */
  constructor(origin: string) {
    this.origin = origin;
    this.#agent = agentAtNextAddress();
  }

  /** Goes on from another network address, as on the road: what is counted by address begins anew. */
  async move(): Promise<void> {
    const before = this.#agent;
    this.#agent = agentAtNextAddress();
    await before.close();
  }

  /** The page that is open. @throws before the first visit. */
  get page(): Visit {
    if (this.#visit === null) throw new Error("Nothing has been opened yet.");
    return this.#visit;
  }

  /** Sends one request as this browser would, without following redirects. */
  async request(
    path: string | URL,
    init: { method?: string; headers?: Record<string, string>; body?: string | FormData } = {},
  ): Promise<Response> {
    const response = await fetch(new URL(path, this.origin), {
      method: init.method ?? "GET",
      body: init.body ?? null,
      redirect: "manual",
      dispatcher: this.#agent,
      headers: { accept: "text/html", ...this.#cookieHeader(), ...init.headers },
    });
    this.#keepCookies(response);
    return response;
  }

  /** Opens a page, following redirects. */
  async open(path: string | URL): Promise<Visit> {
    return this.#arrive(new URL(path, this.origin), await this.request(path));
  }

  /** Follows the first link with this text. @throws when the page has none. */
  async follow(text: string): Promise<Visit> {
    const links = this.page.document.querySelectorAll("a[href]");
    const link =
      links.find((anchor) => oneLine(anchor.text) === text) ??
      links.find((anchor) => oneLine(anchor.text).includes(text));
    if (link === undefined)
      throw new Error(`No link "${text}" on ${this.page.url.pathname}: ${this.page.text.slice(0, 400)}`);
    return this.open(new URL(link.getAttribute("href") ?? "", this.page.url));
  }

  /**
   * Fills in a form of the open page and sends it.
   * @throws when the page has no such form, or the form no such field: a test must not type where a person could not.
   */
  async submit(values: Values = {}, submission: Submission = {}): Promise<Visit> {
    const form = this.#form(submission);
    const fields = successfulControls(form, values, submission.button);
    const own = buttonOf(form, submission.button)?.getAttribute("formaction");
    const action = new URL(own || form.getAttribute("action") || this.page.url.href, this.page.url);
    if ((form.getAttribute("method") ?? "get").toLowerCase() === "get") {
      action.search = fields.toString();
      return this.open(action);
    }
    if (form.getAttribute("enctype") !== "multipart/form-data") return this.send(action, fields);
    return this.send(action, multipartOf(fields, submission.files));
  }

  /** Signs in by the form. */
  async signIn({ email, password }: { readonly email: string; readonly password: string }): Promise<Visit> {
    await this.open("/login/");
    return this.submit({ email, password }, { button: "Login" });
  }

  /** Posts fields as a form of this origin does, and follows the redirect. */
  async send(action: string | URL, fields: URLSearchParams | FormData): Promise<Visit> {
    const url = new URL(action, this.origin);
    const headers: Record<string, string> = {
      referer: this.#visit?.url.href ?? this.origin,
      origin: this.origin,
      "sec-fetch-site": "same-origin",
      "sec-fetch-mode": "navigate",
      "sec-fetch-dest": "document",
    };
    const isText = fields instanceof URLSearchParams;
    if (isText) headers["content-type"] = "application/x-www-form-urlencoded";
    const body = isText ? fields.toString() : fields;
    return this.#arrive(url, await this.request(url, { method: "POST", headers, body }));
  }

  async close(): Promise<void> {
    await this.#agent.close();
  }

  #form({ form, button }: Submission): HTMLElement {
    const forms = this.page.document.querySelectorAll(form ?? "form");
    const found =
      button === undefined ? forms[0] : forms.find((candidate) => buttonOf(candidate, button) !== undefined);
    if (found === undefined) {
      throw new Error(
        `No form ${form ?? ""} "${button ?? ""}" on ${this.page.url.pathname}: ${this.page.text.slice(0, 400)}`,
      );
    }
    return found;
  }

  #cookieHeader(): Record<string, string> {
    if (this.cookies.size === 0) return {};
    return { cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ") };
  }

  #keepCookies(response: Response): void {
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = "", ...attributes] = cookie.split(";");
      const name = pair.slice(0, pair.indexOf("=")).trim();
      const gone = attributes.some((attribute) => /^\s*(max-age=0|expires=Thu, 01 Jan 1970)/i.test(attribute));
      if (gone) this.cookies.delete(name);
      else this.cookies.set(name, pair.slice(pair.indexOf("=") + 1));
    }
  }

  async #arrive(start: URL, first: Response): Promise<Visit> {
    let url = start;
    let response = first;
    for (let hops = 0; response.status >= 300 && response.status < 400; hops += 1) {
      const location = response.headers.get("location");
      if (location === null) break;
      if (hops === redirectLimit) throw new Error(`${start.pathname} redirects for ever`);
      url = new URL(location, url);
      await response.body?.cancel();
      response = await this.request(url);
    }
    this.#visit = new Visit(url, response, await response.text());
    return this.#visit;
  }
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

function buttonOf(form: HTMLElement, text: string | undefined): HTMLElement | undefined {
  const buttons = form
    .querySelectorAll("button")
    .filter((button) => (button.getAttribute("type") ?? "submit") === "submit");
  return text === undefined ? buttons[0] : buttons.find((button) => oneLine(button.text) === text);
}

/** The fields a browser would send: HTML's "constructing the entry list", for the controls we use. */
export function successfulControls(form: HTMLElement, values: Values, button: string | undefined): URLSearchParams {
  const fields = new URLSearchParams();
  const unused = new Set(Object.keys(values));
  for (const control of form.querySelectorAll("input, select, textarea")) {
    const name = control.getAttribute("name");
    if (name === undefined || name === "" || control.hasAttribute("disabled")) continue;
    const given = values[name];
    if (given === undefined) {
      for (const value of presetValues(control)) fields.append(name, value);
    } else if (unused.delete(name)) {
      for (const value of typeof given === "string" ? [given] : given) fields.append(name, value);
    }
  }
  if (unused.size > 0) throw new Error(`The form has no field ${[...unused].join(", ")}`);
  const pressed = buttonOf(form, button);
  const pressedName = pressed?.getAttribute("name");
  if (pressed && pressedName) fields.append(pressedName, pressed.getAttribute("value") ?? "");
  return fields;
}

function presetValues(control: HTMLElement): string[] {
  const tag = control.tagName.toLowerCase();
  if (tag === "textarea") return [control.text.replace(/^\n/, "")];
  if (tag === "select") {
    const options = control.querySelectorAll("option");
    const chosen = options.filter((option) => option.hasAttribute("selected"));
    if (chosen.length === 0 && !control.hasAttribute("multiple")) chosen.push(...options.slice(0, 1));
    return chosen.map((option) => option.getAttribute("value") ?? oneLine(option.text));
  }
  const type = control.getAttribute("type") ?? "text";
  if (["submit", "button", "reset", "file", "image"].includes(type)) return [];
  if (["checkbox", "radio"].includes(type))
    return control.hasAttribute("checked") ? [control.getAttribute("value") ?? "on"] : [];
  return [control.getAttribute("value") ?? ""];
}

/** Fields, and files after them, as the one file field of our forms has them. */
export function multipartOf(fields: Iterable<readonly [string, string]>, files: readonly File[] = []): FormData {
  const body = new FormData();
  for (const [name, value] of fields) body.append(name, value);
  for (const file of files) body.append("file", file, file.name);
  return body;
}
