/** Latchkey under measurement: built, started on its core, and somebody signed in. */
import { demoOwner } from "#tests/support/records.ts";
import { type ServerProcess, startServer } from "#tests/support/server-process.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { buildIfNeeded } from "../../tools/build.ts";
import { setApart } from "./cores.ts";

export interface Product {
  origin: string;
  dataDir: string;
  pid: number;
  /** What the agent's browser sends with every request, on the page's first visit: no scripts yet. */
  scriptFree: Record<string, string>;
  /** The same once the browser has the app's scripts and hydrates. */
  hydrating: Record<string, string>;
  stop(): Promise<void>;
}

/**
 * Starts the built product with these settings, apart from the load, and signs in as the demo's owner.
 * @throws when it does not start or the sign-in does not lead past the sign-in page.
 */
export async function startProduct(settings: Readonly<Record<string, string>> = {}): Promise<Product> {
  buildIfNeeded();
  const server = await startServer({ ADDRESS_LIMITS: "off", ...settings });
  const pid = server.process.pid ?? 0;
  setApart(pid);
  const { origin, dataDir } = server;
  return { origin, dataDir, pid, ...(await browserHeaders(server)), stop: () => stop(server) };
}

async function browserHeaders(server: ServerProcess): Promise<Pick<Product, "scriptFree" | "hydrating">> {
  const cookie = await signIn(server.origin);
  const headers = { accept: "text/html", "accept-encoding": "gzip, deflate, br" };
  return {
    scriptFree: { ...headers, cookie },
    hydrating: { ...headers, cookie: `${cookie}; ${scriptsCookie}=full` },
  };
}

/** The cookie by which a browser says that it holds the app's scripts. */
export const scriptsCookie = "lk_scripts";

/** Signs this visitor in, as the demo's owner where not said otherwise. @throws with the page's text when the door stays shut. */
export async function enter(visitor: Visitor, account = demoOwner): Promise<void> {
  await visitor.open("/login/");
  const { url, status, text } = await visitor.submit(account, { button: "Login" });
  if (status !== 200 || url.pathname.startsWith("/login"))
    throw new Error(`Signing in led to ${url.pathname} (${status}): ${text.slice(0, 300)}`);
}

/** Signs the demo's owner in and gives the Cookie header. */
export async function signIn(origin: string): Promise<string> {
  const visitor = new Visitor(origin);
  try {
    await enter(visitor);
    return cookieHeader(visitor);
  } finally {
    await visitor.close();
  }
}

/** Gives what this browser would send as its Cookie header; "" without cookies. */
export function cookieHeader({ cookies }: { readonly cookies: ReadonlyMap<string, string> }): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
}

async function stop(server: ServerProcess): Promise<void> {
  const code = await server.stop();
  if (code !== 0) throw new Error(`The server ended with ${code}:\n${server.output()}`);
}

/** Gives a Cookie header as the cookies of a browser's context. */
export function cookiesOf(cookie: string, origin: string): { name: string; value: string; url: string }[] {
  if (cookie === "") return [];
  return cookie.split("; ").map((pair) => {
    const at = pair.indexOf("=");
    return { name: pair.slice(0, at), value: pair.slice(at + 1), url: origin };
  });
}
