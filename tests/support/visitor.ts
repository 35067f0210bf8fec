/**
 * A person with a browser that runs no scripts: keeps cookies, follows links and redirects, fills in forms and sends them.
 * What it does is what Chromium does with scripts off, at a hundredth of the cost; layout and focus need the real one.
 */
import { type HTMLElement, parse } from "node-html-parser";
import { Agent, type FormData, fetch, Response } from "undici";
import { buttonOf, multipartOf, oneLine, successfulControls, type Values } from "./form-entries.ts";

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

interface Submission {
  /** Which form, when the page has several: a CSS selector. */
  form?: string;
  /** The text of the button that is pressed; the first one when not given. */
  button?: string;
  /** What is chosen in the form's file field. */
  files?: readonly File[];
}

const redirectLimit = 10;

type Answer = (request: Request) => Promise<globalThis.Response>;

interface Sent {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body: string | FormData | null;
}

/** By their origins, the apps of this process, which answer without a socket. */
const direct = new Map<string, Answer>();

/** Has visitors of this origin ask the app itself, with neither a socket nor HTTP between them; null ends that. */
export function answerDirectly(origin: string, answer: Answer | null): void {
  if (answer === null) direct.delete(origin);
  else direct.set(origin, answer);
}

/** The app gets a request and a body of Node's own kind, in pieces as a connection has them. */
async function askDirectly(answer: Answer, url: URL, { method, headers, body }: Sent): Promise<Response> {
  const written = body === null ? null : new Response(body);
  const request = new Request(url.href.replace(/#.*$/, ""), {
    method,
    headers,
    ...(written !== null && { body: inPieces(await written.bytes()), duplex: "half" }),
  });
  const type = written?.headers.get("content-type");
  if (type && !request.headers.has("content-type")) request.headers.set("content-type", type);
  const given = await answer(request);
  const { status, statusText } = given;
  return new Response(given.body, { status, statusText, headers: [...given.headers] });
}

function inPieces(bytes: Uint8Array): ReadableStream<Uint8Array> {
  const size = 65_536;
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at < bytes.length) controller.enqueue(bytes.subarray(at, at + size));
      else controller.close();
      at += size;
    },
  });
}

let addresses = 1;

/** Gives a loopback address in a network (/24) of its own, so that the limits per address and network see different visitors. */
function nextAddress(): string {
  addresses += 1;
  return `127.${1 + (process.pid % 200)}.${addresses & 255}.${1 + ((addresses >> 8) % 250)}`;
}

function agentAtNextAddress(): Agent {
  return new Agent({ localAddress: nextAddress(), keepAliveTimeout: 1_000 });
}

export class Visitor {
  readonly origin: string;
  readonly cookies = new Map<string, string>();
  #agent: Agent;
  #visit: Visit | null = null;

  readonly #socket: boolean;

  /**
   * Takes the origin that is visited, such as `http://localhost:3000`.
   * @param options.socket whether an app of this process is asked over a connection, too: where that is what is tried
   */
  constructor(origin: string, { socket = false }: { readonly socket?: boolean } = {}) {
    this.origin = origin;
    this.#socket = socket;
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
    const url = new URL(path, this.origin);
    const sent: Sent = {
      method: init.method ?? "GET",
      body: init.body ?? null,
      headers: { accept: "text/html", ...this.#cookieHeader(), ...init.headers },
    };
    const answer = this.#socket ? undefined : direct.get(url.origin);
    const response = await (answer === undefined
      ? fetch(url, { ...sent, redirect: "manual", dispatcher: this.#agent })
      : askDirectly(answer, url, sent));
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
    const { action, isGet, fields } = this.#fillIn(values, submission);
    if (isGet) return this.open(action);
    return this.send(action, fields);
  }

  /**
   * The same without opening what the form leads to, whose address it gives: for what a test needs to be there. The open page stays.
   * @throws when the form is answered with a page
   */
  async submitOnly(values: Values = {}, submission: Submission = {}): Promise<URL> {
    const { action, fields } = this.#fillIn(values, submission);
    const response = await this.#post(action, fields);
    const location = response.headers.get("location");
    const said = await response.text();
    if (location === null) throw new Error(`${action.pathname} answers ${response.status}: ${said.slice(0, 400)}`);
    return new URL(location, action);
  }

  /** Signs in by the form. */
  async signIn({ email, password }: { readonly email: string; readonly password: string }): Promise<Visit> {
    await this.open("/login/");
    return this.submit({ email, password }, { button: "Login" });
  }

  /** Posts fields as a form of this origin does, and follows the redirect. */
  async send(action: string | URL, fields: URLSearchParams | FormData): Promise<Visit> {
    const url = new URL(action, this.origin);
    return this.#arrive(url, await this.#post(url, fields));
  }

  async close(): Promise<void> {
    await this.#agent.close();
  }

  #post(url: URL, fields: URLSearchParams | FormData): Promise<Response> {
    const headers: Record<string, string> = {
      referer: this.#visit?.url.href ?? this.origin,
      origin: this.origin,
      "sec-fetch-site": "same-origin",
      "sec-fetch-mode": "navigate",
      "sec-fetch-dest": "document",
    };
    const isText = fields instanceof URLSearchParams;
    if (isText) headers["content-type"] = "application/x-www-form-urlencoded";
    return this.request(url, { method: "POST", headers, body: isText ? fields.toString() : fields });
  }

  /** What a form of the open page sends, and where to. */
  #fillIn(values: Values, submission: Submission) {
    const form = this.#form(submission);
    const fields = successfulControls(form, values, submission.button);
    const own = buttonOf(form, submission.button)?.getAttribute("formaction");
    const action = new URL(own || form.getAttribute("action") || this.page.url.href, this.page.url);
    const isGet = (form.getAttribute("method") ?? "get").toLowerCase() === "get";
    if (isGet) action.search = fields.toString();
    const isMultipart = form.getAttribute("enctype") === "multipart/form-data";
    return { action, isGet, fields: isMultipart ? multipartOf(fields, submission.files) : fields };
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
