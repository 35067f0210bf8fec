import { createContext } from "react-router";
import { type Area, areaOf } from "./area.ts";
import { isFetchedAhead } from "./asked-by-person.server.ts";
import type { Settings } from "./context.ts";
import { clearScriptCookie, readCookie, readPathCookie, writeCookie, writePathCookie } from "./cookies.ts";
import type { CurrentUser } from "./current-user.ts";
import { deviceInWords } from "./device.server.ts";
import { type FormLimits, visitorForm } from "./longest-form.ts";
import type { KeptSession, Session, SessionOrigin, SessionStore } from "./store.ts";

/** How long that is remembered, in seconds. */
const placeLife = 90 * 24 * 60 * 60;

/** The request session; there from the root middleware on. */
export const requestSessionContext = createContext<RequestSession>();

/** One request's view of its session: reads it at most once, and collects the cookies that the answer sets. */
export class RequestSession {
  readonly request: Request;
  /** The URL of the page, without what React Router adds to it. */
  readonly url: URL;
  readonly store: SessionStore;
  /** The side of the product, whose session this is. */
  readonly area: Area;
  /** True once the upstream has refused the session's token: the response becomes the sign-in page. */
  hasEnded = false;
  /** True once the upstream has said that the person does not belong to the session's workspace any more. */
  hasLeftWorkspace = false;
  /** The page's address with the names of its parameters, as in "/clients/:id/edit". */
  pattern = "";
  /** Where the request came from, shortened; "" where it is not known. */
  network = "";
  /** When the sender may try again, in seconds, where too much came from them. */
  retryAfterSeconds: number | null = null;
  /** The request's form, once it has been read. */
  form: FormData | null = null;
  /** How large it may be: little until a guard has let the sender pass. */
  formLimits: FormLimits = visitorForm;
  /** When the form that is sent again was first sent; null unless what it makes has to be looked for before it is made. */
  repeatedSince: Date | null = null;
  /** The current user, once they have been asked for. */
  currentUser: Promise<CurrentUser | null> | null = null;
  /** Attributes that the service holds otherwise than the request's form had them. */
  readonly unkept: string[] = [];
  /** True once the service has refused one of the page's calls with 401 or 403. */
  wasRefused = false;
  /** What the page reads may be kept by this, for as long as the current user is not asked for anew; null: nothing is kept. */
  moment: object | null = null;
  #startedAt = performance.now();
  #device: string | null = null;
  readonly #secure: boolean;
  readonly #cookies = new Map<string, string>();
  #id: string | null;
  #kept: Promise<KeptSession | null> | null = null;

  constructor(request: Request, url: URL, store: SessionStore, settings: Settings) {
    this.request = request;
    this.url = url;
    this.store = store;
    this.area = areaOf(url.pathname);
    this.#secure = settings.secureCookies;
    this.#id = this.readCookie(this.area.cookies.session);
  }

  /** The id in the browser's cookie, whether a session has it or not; null without a cookie. */
  get id(): string | null {
    return this.#id;
  }

  /** What is said of a session or an event that begins with this request. */
  get origin(): SessionOrigin {
    this.#device ??= deviceInWords(this.request);
    return { device: this.#device, network: this.network };
  }

  /** The session, or null. Reads the database once a request, and never without the cookie. */
  session(): Promise<KeptSession | null> {
    this.#kept ??= this.#id === null ? Promise.resolve(null) : this.store.sessions.find(this.#id);
    return this.#kept;
  }

  /** Takes the row as it was read a moment ago; with null it is read when it is next needed. */
  takeRow(kept: KeptSession | null): void {
    this.#kept = kept && Promise.resolve(kept);
  }

  /** Starts a session under a new id, whatever id the browser came with, and ends the one it had. Returns the id. */
  async open(session: Session, endsAt: Date): Promise<string> {
    const earlier = this.#id;
    const id = await this.store.sessions.open(session, endsAt, this.origin);
    if (earlier !== null) await this.store.sessions.end(earlier);
    this.resume(id, endsAt);
    return id;
  }

  /** Gives the browser the cookie of a session that was opened for it a moment ago. */
  resume(id: string, endsAt: Date): void {
    this.#id = id;
    this.#kept = null;
    this.currentUser = null;
    this.setCookie(this.area.cookies.session, id, Math.max(1, Math.floor((endsAt.getTime() - Date.now()) / 1000)));
  }

  /** Remembers the workspace, or in the portal the client, for the next session in this browser. */
  rememberPlace(id: string): void {
    this.setCookie(this.area.cookies.workspace, id, placeLife);
  }

  /** Changes the session; writes nothing when it is the same. Does nothing without a session. */
  async change(changes: Partial<Session>): Promise<void> {
    const kept = await this.session();
    if (kept === null || this.#id === null) return;
    const changed: KeptSession = { ...kept, ...changes };
    if (JSON.stringify(changed) === JSON.stringify(kept)) return;
    await this.store.sessions.change(this.#id, changed);
    this.#kept = Promise.resolve(changed);
  }

  /**
   * Deletes the session. The cookie stays: removing it with this response could remove a newer one that another tab has been
   * given meanwhile.
   */
  async end(): Promise<void> {
    const id = this.#id;
    this.#id = null;
    this.#kept = null;
    this.currentUser = null;
    if (id !== null) await this.store.sessions.end(id);
  }

  /** How long this request has taken so far, in milliseconds. */
  get elapsed(): number {
    return performance.now() - this.#startedAt;
  }

  /** Restarts the request's time: its body has arrived, or one more of its files is stored. */
  restartClock(): void {
    this.#startedAt = performance.now();
  }

  readCookie(name: string): string | null {
    return readCookie(this.request, name, this.#secure);
  }

  /** Sets a cookie with the response; `maxAge` in seconds. */
  setCookie(name: string, value: string, maxAge: number): void {
    this.#cookies.set(name, writeCookie(name, value, { maxAge, secure: this.#secure }));
  }

  /** A cookie that is sent only to pages below a path. */
  readPathCookie(name: string): string | null {
    return readPathCookie(this.request, name, this.#secure);
  }

  /** Sets such a cookie, or removes it with 0; `maxAge` in seconds. */
  setPathCookie(name: string, value: string, path: string, maxAge: number): void {
    this.#cookies.set(`${name} ${path}`, writePathCookie(name, value, path, { maxAge, secure: this.#secure }));
  }

  clearCookie(name: string): void {
    this.setCookie(name, "", 0);
  }

  /** Removes a cookie set by one of our scripts, whose name has no prefix. */
  clearScriptCookie(name: string): void {
    this.#cookies.set(name, clearScriptCookie(name, this.#secure));
  }

  /** Forgets the cookies that were to be set with a page that is not shown. */
  dropCookies(): void {
    this.#cookies.clear();
  }

  /** The answer with the cookies that were set on the way, and with when to try again. A page that may never be seen changes nothing in the browser. */
  seal(response: Response): Response {
    if (isFetchedAhead(this.request)) this.dropCookies();
    if (this.#cookies.size === 0 && this.retryAfterSeconds === null) return response;
    // Answers made by Response.redirect and fetch do not let their headers be changed.
    const sealed = new Response(response.body, response);
    for (const cookie of this.#cookies.values()) sealed.headers.append("Set-Cookie", cookie);
    if (this.retryAfterSeconds !== null) sealed.headers.set("Retry-After", String(this.retryAfterSeconds));
    return sealed;
  }
}
