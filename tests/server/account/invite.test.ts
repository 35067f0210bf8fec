import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { AccountArguments } from "#server/account/arguments.ts";
import { type Invited, inviteByCommand, type RecordsSettings } from "#server/account/invite.ts";
import type { Database } from "#server/database/database.ts";
import { acceptMemberInvitation } from "#server/upstream/identity/invitation-acceptance.ts";
import { createPasswordHasher } from "#server/upstream/identity/password-hasher.ts";
import { createVault } from "#server/vault.ts";
import { openOwnDatabase } from "#tests/support/databases.ts";
import { goodPassword } from "#tests/support/identity-service.ts";
import { idleMailer } from "#tests/support/idle-mailer.ts";

let database: Database;
beforeAll(async () => {
  database = await openOwnDatabase();
});
beforeEach(() =>
  database.pool.query(
    "truncate upstream.accounts, upstream.workspaces, upstream.handles, upstream.mailed_links cascade",
  ),
);
afterAll(() => database.close());

const here: RecordsSettings = { isElsewhere: false, apiWorkspaceId: null };
const elsewhere: RecordsSettings = { isElsewhere: true, apiWorkspaceId: "tenant-1" };
const hasher = createPasswordHasher();

function invite(
  given: Partial<AccountArguments> & { readonly email: string },
  records: RecordsSettings = here,
): Promise<Invited> {
  const words = { workspace: null, role: null, apiWorkspaceId: null, isNew: false, ...given };
  return database.orm.transaction((within) => inviteByCommand(within, words, records, new Date()));
}

/** Uses the link, as its page does. */
async function accept({ link }: Invited, handle: string): Promise<void> {
  const parts = {
    mailer: idleMailer,
    hasher,
    vault: createVault(["a secret of thirty-two characters"]),
    publicOrigin: "",
    registration: "invited",
    apiWorkspaceId: null,
    limitTries: null,
  } as const;
  const workspace = { workspaceName: "Harbour Homes", workspaceHandle: handle };
  const acceptance = { token: link.token, name: "Ada Marsh", password: goodPassword, ...workspace };
  await acceptMemberInvitation(database.orm, parts, acceptance, new Date());
}

async function members(): Promise<string[]> {
  const { rows } = await database.pool.query<{ line: string }>(
    `select a.email || ' ' || m.role || ' ' || w.handle || ' ' || coalesce(w.api_workspace_id, '-') as line
     from upstream.memberships m join upstream.accounts a on a.id = m.account_id
     join upstream.workspaces w on w.id = m.workspace_id order by m.inserted_at`,
  );
  return rows.map(({ line }) => line);
}

test("the first person makes a workspace, everybody after that is invited to one", async () => {
  const first = await invite({ email: "ada@agency.example" });
  expect(first).toMatchObject({ sentence: "ada@agency.example makes a new workspace and owns it.", warning: null });
  await accept(first, "harbour");
  await expect(invite({ email: "bo@agency.example" })).rejects.toThrow(
    "Name a workspace with --workspace: one of harbour, or the url of a new one.",
  );
  const second = await invite({ email: "bo@agency.example", workspace: "harbour", role: "manager" });
  expect(second.sentence).toBe("bo@agency.example joins Harbour Homes, as manager unless they belong to it already.");
  await accept(second, "unused");
  await accept(await invite({ email: "cy@agency.example", workspace: "harbour" }), "unused");
  await accept(await invite({ email: "di@agency.example", workspace: "lakeside" }), "lakeside");
  expect(await members()).toEqual([
    "ada@agency.example owner harbour -",
    "bo@agency.example manager harbour -",
    "cy@agency.example member harbour -",
    "di@agency.example owner lakeside -",
  ]);
});

test("beside an API the first workspace gets the id of the settings, each other one its own", async () => {
  const first = await invite({ email: "ada@agency.example" }, elsewhere);
  expect(first.warning).toBeNull();
  await accept(first, "harbour");
  const other = { email: "bo@agency.example", workspace: "lakeside" };
  expect((await invite(other, elsewhere)).warning).toMatch(/not connected with the API yet/);
  await accept(await invite({ ...other, apiWorkspaceId: "tenant-2" }, elsewhere), "lakeside");
  expect(await members()).toEqual([
    "ada@agency.example owner harbour tenant-1",
    "bo@agency.example owner lakeside tenant-2",
  ]);
  const taken = { email: "cy@agency.example", workspace: "harbour", apiWorkspaceId: "tenant-2" };
  await expect(invite(taken, elsewhere)).rejects.toThrow(/^Another workspace is connected with .* tenant-2/);
});

test("a workspace that was there before the API is connected when it is named, and no other", async () => {
  await accept(await invite({ email: "eve@stranger.example" }), "strangers");
  await accept(await invite({ email: "ada@agency.example", workspace: "harbour" }), "harbour");
  const again = await invite({ email: "ada@agency.example", workspace: "harbour" }, elsewhere);
  expect(again.warning).toBeNull();
  expect(await members()).toEqual([
    "eve@stranger.example owner strangers -",
    "ada@agency.example owner harbour tenant-1",
  ]);
});

test("the demo's workspaces are never named to an API: everybody knows their passwords", async () => {
  await accept(await invite({ email: "owner@evergreen.example" }), "evergreen");
  const named = { email: "ada@agency.example", workspace: "evergreen", apiWorkspaceId: "tenant-1" };
  await expect(invite(named, elsewhere)).rejects.toThrow(/belongs to the demo/);
  // Without a workspace that is connected the next person makes the first one.
  expect((await invite({ email: "ada@agency.example" }, elsewhere)).sentence).toMatch(/makes a new workspace/);
});

test.each([
  [{ workspace: "harbour", role: "owner" }, /has an owner/],
  [{ workspace: "nowhere", role: "admin" }, /^There is no workspace nowhere/],
  [{ workspace: "login" }, /used by the product itself/],
  [{ workspace: "no way" }, /lower-case letters/],
  [{ workspace: "harbour", apiWorkspaceId: "tenant-1" }, /API_IDENTITY=embedded/],
] as const)("%j is refused with a sentence", async (given, sentence) => {
  await accept(await invite({ email: "ada@agency.example" }), "harbour");
  await expect(invite({ email: "bo@agency.example", ...given })).rejects.toThrow(sentence);
});
