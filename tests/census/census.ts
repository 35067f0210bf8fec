/**
 * One workspace with people of all roles, on the app with the server's layers around it, and everything that it answers written down:
 * what one pass has recorded, any number of judges look at.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import type { Database } from "#server/database/database.ts";
import type { Log } from "#server/log.ts";
import type { Role } from "#server/upstream/engine/current-user.ts";
import { createWeb } from "#server/web.ts";
import { type Agency, startAgency } from "#tests/support/agency.ts";
import { type Application, type MeetCall, startApplication } from "#tests/support/application.ts";
import { openTestDatabase } from "#tests/support/databases.ts";
import { readDescription } from "#tests/support/description.ts";
import type { SeededAgent } from "#tests/support/form-types.ts";
import { plantSecret } from "#tests/support/planted-secrets.ts";
import { hiddenIds, seed } from "#tests/support/seeded-agent.ts";
import type { Visitor } from "#tests/support/visitor.ts";
import { lateCalls, type Seen } from "./judges.ts";

export const roles = ["owner", "admin", "manager", "member", "instructor"] as const satisfies readonly Role[];
/** Somebody of a role; the member also with records of their own. */
export type Column = (typeof roles)[number] | "member's own";
export const columns: readonly Column[] = [...roles, "member's own"];

interface Person {
  readonly visitor: Visitor;
  readonly accountId: string;
}

export interface Census {
  readonly app: Application;
  readonly agency: Agency;
  readonly apiKey: string;
  /** What no answer may tell. */
  readonly secrets: readonly string[];
  /** Of the owner. */
  readonly email: string;
  /** Of the workspace. */
  readonly handle: string;
  personOf(column: Column): Person;
  /** Whose records somebody meets. */
  recordsFor(column: Column): SeededAgent;
  /** What of the owner's calls, and of what is answered to them, does not fit the service's description. */
  readonly flaws: ReadonlySet<string>;
  /** Asks, with what the app calls for that met by this. */
  ask(by: Visitor, path: string, asked?: Asked): Promise<Seen>;
  /** Opens a page until none of its calls is late, a few times at most: what waits for another call does so each time. */
  askInRounds(by: Visitor, path: string, as: string, pattern: string): Promise<Seen>;
  close(): Promise<void>;
}

export interface Asked {
  readonly what?: string;
  readonly as?: string;
  readonly init?: Parameters<Visitor["request"]>[1];
  readonly meet?: MeetCall;
  /** Holds calls until none was sent for so many milliseconds, so that rounds are told apart. */
  readonly quiet?: number;
  /** Whatever is written is taken back before it is answered: nothing that was there is used up. */
  readonly dry?: boolean;
  /** Whether its calls are held against the description. */
  readonly isDescribed?: boolean;
}

/** The request that is being answered; undefined for those that are asked past a census. */
const asking = new AsyncLocalStorage<Asked | undefined>();

type Orm = Database["orm"];
type Transaction = Parameters<Parameters<Orm["transaction"]>[0]>[0];

class TakenBack extends Error {}

/** Takes back the transactions of dry requests, whose results are answered all the same. */
function withDryRuns(database: Database): Database {
  const { orm } = database;
  async function transaction<Result>(
    work: (inside: Transaction) => Promise<Result>,
    config?: Parameters<Orm["transaction"]>[1],
  ): Promise<Result> {
    if (asking.getStore()?.dry !== true) return orm.transaction(work, config);
    const done = Promise.withResolvers<Result>();
    try {
      await orm.transaction(async (inside) => {
        const result = work(inside);
        await result;
        done.resolve(result);
        throw new TakenBack();
      }, config);
    } catch (error) {
      if (!(error instanceof TakenBack)) throw error;
    }
    return done.promise;
  }
  const dry = new Proxy(orm, {
    get: (target, name) => (name === "transaction" ? transaction : Reflect.get(target, name)),
  });
  return { ...database, orm: dry };
}

/** As in "GET /api/clients?page[limit]=15", and for whom where staff ask as a client. */
function nameOf({ method, url, headers }: Request): string {
  const { pathname, search } = new URL(url);
  return `${method} ${pathname}${search}${headers.has("x-portal-view") ? " as the client" : ""}`;
}

/** Calls are answered together once none was sent for a while. */
class Rounds {
  readonly #quiet: number;
  #round = 1;
  #held: (() => void)[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(quiet: number) {
    this.#quiet = quiet;
  }

  join(): { readonly round: number; readonly opened: Promise<void> } {
    const opened = new Promise<void>((resolve) => this.#held.push(resolve));
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#round += 1;
      for (const open of this.#held.splice(0)) open();
    }, this.#quiet);
    return { round: this.#round, opened };
  }
}

interface Met {
  readonly asked: Asked;
  readonly calls: { name: string; round: number }[];
  readonly rounds: Rounds | null;
}

/** The layers of the server around the app, as it is served by https. */
const layersOf = (answer: (request: Request) => Promise<Response>, log: Log, publicOrigin: string) =>
  createWeb({
    log: log.child({}, { level: "warn" }),
    publicOrigin,
    secure: true,
    development: false,
    addressLimits: false,
    clientDir: "/nonexistent",
    obstacles: async () => [],
    restartHelps: async () => true,
    takesFiles: () => true,
    app: ({ req }) => answer(req.raw),
  });

/** How long nothing is to be sent before a round has ended: chance makes calls late seldom, and more seldom the longer that is. */
const quietTimes = [8, 40, 200] as const;

/** Starts the app, with an agency whose owner and member have a record of each kind. */
export async function startCensus(): Promise<Census> {
  const apiKey = plantSecret("api-key");
  const met = new Map<string, Met>();
  let layers: ReturnType<typeof createWeb> | null = null;
  const app = await startApplication({
    apiKey,
    secure: true,
    open: async () => withDryRuns(await openTestDatabase()),
    around: (answer, log) => async (request) => {
      layers ??= layersOf(answer, log, new URL(request.url).origin);
      const { asked } = met.get(request.headers.get("x-request-id") ?? "") ?? {};
      const { fetch } = layers;
      return asking.run(asked, async () => fetch(request, {}));
    },
  });
  app.pretend({ demo: true });
  app.meetCalls(async (request, forward) => {
    const one = met.get(request.headers.get("x-request-id") ?? "");
    if (one === undefined) return forward();
    const { round, opened } = one.rounds?.join() ?? { round: 1, opened: null };
    one.calls.push({ name: nameOf(request), round });
    await opened;
    return one.asked.meet === undefined ? forward() : one.asked.meet(request, forward);
  });

  const agency = await startAgency(app, "standard");
  const tokens = [agency.owner.token];
  const people = new Map<Column, Person>();
  const seeded = new Map<"owner" | "member", SeededAgent>();
  const about = { name: "Ada Marsh", email: "", password: "", workspaceName: "Harbour Homes", handle: "" };
  for (const role of roles) {
    const { visitor, token } = role === "owner" ? agency.owner : await agency.join(role);
    tokens.push(token);
    await visitor.open("/account/password");
    const person = { visitor, accountId: hiddenIds(visitor).accountId };
    people.set(role, person);
    if (role === "member") people.set("member's own", person);
    if (role === "owner" || role === "member")
      seeded.set(role, await seed({ ...about, visitor }, agency.owner.visitor));
  }
  const personOf = (column: Column) => {
    const person = people.get(column);
    if (person === undefined) throw new Error(column);
    return person;
  };
  // With scripts, whose data are in the page.
  personOf("instructor").visitor.cookies.set("lk_pin", "full");

  const flaws = new Set<string>();
  const { flawsOf } = readDescription(await (await app.callUpstream("GET", "/open_api")).text());
  app.onExchange((exchange) => {
    if (asking.getStore()?.isDescribed === false) return;
    for (const flaw of flawsOf(exchange)) flaws.add(flaw);
  });
  const { rows } = await app.database.pool.query<{ email: string; handle: string }>(
    "SELECT a.email, w.handle FROM upstream.accounts a, upstream.workspaces w WHERE a.id = $1 AND w.id = $2",
    [personOf("owner").accountId, agency.workspaceId],
  );

  async function ask(by: Visitor, path: string, asked: Asked = {}): Promise<Seen> {
    const { what = "", as = "", init, quiet } = asked;
    const id = randomUUID();
    const one: Met = { asked, calls: [], rounds: quiet === undefined ? null : new Rounds(quiet) };
    met.set(id, one);
    try {
      const response = await by.request(path, { ...init, headers: { ...init?.headers, "x-request-id": id } });
      const body = await response.text();
      const headers = new Headers([...response.headers]);
      return { by: as, what, path, status: response.status, headers, body, calls: one.calls };
    } finally {
      met.delete(id);
    }
  }

  return {
    app,
    agency,
    apiKey,
    secrets: [apiKey, ...app.secrets, ...tokens],
    email: rows[0]?.email ?? "",
    handle: rows[0]?.handle ?? "",
    personOf,
    recordsFor(column) {
      const agent = seeded.get(column === "member's own" ? "member" : "owner");
      if (agent === undefined) throw new Error(column);
      return agent;
    },
    flaws,
    ask,
    async askInRounds(by, path, as, pattern) {
      let one = await ask(by, path, { as, what: "GET", quiet: quietTimes[0] });
      for (const quiet of quietTimes) {
        if (lateCalls(one, pattern).length === 0) break;
        // What was learnt of people whose rights were changed, it asks for first.
        app.forgetPeople();
        await ask(by, path);
        one = await ask(by, path, { as, what: "GET", quiet });
      }
      return one;
    },
    async close() {
      for (const visitor of new Set([...people.values()].map(({ visitor }) => visitor))) await visitor.close();
      await app.close();
    },
  };
}

/** Does something for each, several at once, in their order. */
export async function forEachOf<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item, place: number) => Promise<void>,
): Promise<void> {
  const left = items.entries();
  const workOne = async () => {
    for (const [place, item] of left) await work(item, place);
  };
  await Promise.all(Array.from({ length: atOnce }, workOne));
}
