/** The whole embedded service spoken to as its callers do. */
import { randomUUID } from "node:crypto";
import type { Plan, Role } from "#server/upstream/engine/current-user.ts";
import type { LanguageModel } from "#server/upstream/language-model/language-model.ts";
import type { ReplySettings } from "#server/upstream/replies/replies.ts";
import type { ObjectStore } from "#server/upstream/storage/object-store.ts";
import { foundWorkspace, joinWorkspace, type Member } from "./accounts.ts";
import { mediaType, readAnswer, type TestAnswer, type TestRecord } from "./answers.ts";
import { type DatabaseKind, openTestDatabase } from "./databases.ts";
import { type AssembledUpstream, assembleUpstream } from "./upstream-assembly.ts";

/** What is sent besides method and path: attributes of a document of the type, or a body as it is. */
export interface Sent {
  readonly type?: string;
  readonly id?: string;
  readonly attributes?: object;
  readonly body?: BodyInit;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Somebody signed in. */
export interface TestPerson extends Member {
  send(method: string, path: string, sent?: Sent): Promise<TestAnswer>;
  get(path: string): Promise<TestAnswer>;
  /** Creates a client and gives it back. */
  newClient(attributes?: object): Promise<TestRecord>;
}

export interface TestWorkspace {
  readonly id: string;
  readonly owner: TestPerson;
  join(role: Role): Promise<TestPerson>;
}

export interface UpstreamService extends AssembledUpstream {
  newWorkspace(plan?: Plan): Promise<TestWorkspace>;
  /** Sends a request as nobody, or with headers of one's own. */
  send(method: string, path: string, sent?: Sent): Promise<TestAnswer>;
}

export interface UpstreamSettings {
  readonly kind?: DatabaseKind;
  /** Whether the demo's workspaces are made. */
  readonly demo?: boolean;
  readonly clock?: () => Date;
  /** In place of a database that may have rows of other tests. */
  readonly open?: typeof openTestDatabase;
  /** In place of the embedded one. */
  readonly store?: ObjectStore;
  readonly model?: LanguageModel;
  /** Where replies by email go; nowhere when not given. */
  readonly replies?: ReplySettings;
}

/** Starts the service. */
export async function startUpstreamService(settings: UpstreamSettings = {}): Promise<UpstreamService> {
  const { kind, open = openTestDatabase, ...parts } = settings;
  const service = await assembleUpstream(await open(kind), parts);
  const { orm } = service.database;

  async function send(method: string, path: string, sent: Sent = {}): Promise<TestAnswer> {
    const { type, id, attributes, headers } = sent;
    const body = sent.body ?? (attributes ? JSON.stringify({ data: { type, id, attributes } }) : null);
    const own = { accept: mediaType, ...(body !== null && { "content-type": mediaType }), ...headers };
    const request = new Request(`http://upstream.test/api${path}`, { method, headers: own, body });
    return readAnswer(await service.upstream.fetch(request));
  }

  function personOf(member: Member): TestPerson {
    const headers = { authorization: `Bearer ${member.token}`, "x-workspace-id": member.workspaceId };
    const person: TestPerson = {
      ...member,
      send: (method, path, sent) => send(method, path, { ...sent, headers: { ...headers, ...sent?.headers } }),
      get: (path) => person.send("GET", path),
      async newClient(given = {}) {
        const email = `${randomUUID().slice(0, 8)}@client.example`;
        const attributes = { name: "Maya Lindqvist", email, ...given };
        return (await person.send("POST", "/clients?include=buyer_profile,people", { type: "client", attributes }))
          .record;
      },
    };
    return person;
  }

  return {
    ...service,
    send,
    async newWorkspace(plan) {
      const owner = await foundWorkspace(orm, plan);
      const id = owner.workspaceId;
      return { id, owner: personOf(owner), join: async (role) => personOf(await joinWorkspace(orm, id, role)) };
    },
  };
}
