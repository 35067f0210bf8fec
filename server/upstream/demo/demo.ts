import { eq, sql } from "drizzle-orm";
import type { Role } from "../engine/current-user.ts";
import { type Queries, refreshStatistics } from "../engine/queries.ts";
import { insertAccount, setPasswordHash } from "../identity/accounts.ts";
import { insertMembership } from "../identity/memberships.ts";
import type { PasswordHasher } from "../identity/password-hasher.ts";
import { fullName } from "../identity/person-name.ts";
import { insertWorkspace } from "../identity/workspaces.ts";
import { pictures } from "../pictures/pictures.ts";
import type { ObjectStore } from "../storage/object-store.ts";
import { portalSettings, workspaces } from "../tables.ts";
import { readClients } from "./client-table.ts";
import { evergreenClients, insertClients, lakesideClients } from "./clients.ts";
import { type DemoFile, insertDocuments, storeFiles } from "./documents.ts";
import { insertInspected } from "./inspected.ts";
import { insertLarge } from "./large.ts";
import { insertMessages } from "./messages.ts";
import { advanceOpportunities } from "./opportunities.ts";
import {
  type DemoPackage,
  evergreenPackages,
  insertComparables,
  insertPackages,
  lakesidePackages,
  readPackages,
} from "./packages.ts";
import { insertCovers, insertPublicPhotos, insertRooms, readDrawings } from "./photos.ts";
import { insertPortal } from "./portal.ts";
import { evergreenTasks, evergreenTemplates, insertTasks, lakesideTasks } from "./tasks.ts";
import { insertMoveEvents, insertPending } from "./waiting.ts";

/** The sign-in page names it. */
export const demoPassword = "evergreen-demo-2026";

/** By role in the first workspace; the owner owns the second one, too. */
const demoPeople: Readonly<Record<Role, DemoAccount>> = {
  owner: { firstName: "Olivia", lastName: "Hart", phoneNumber: "(206) 555-0190" },
  admin: { firstName: "Adam", lastName: "Sorensen", phoneNumber: "(206) 555-0191" },
  manager: { firstName: "Maren", lastName: "Schultz", phoneNumber: "(206) 555-0192" },
  member: { firstName: "Miles", lastName: "Bennett", phoneNumber: "(206) 555-0193" },
  instructor: { firstName: "Imani", lastName: "Clarke", phoneNumber: null },
};

interface DemoAccount {
  readonly firstName: string;
  readonly lastName: string;
  readonly phoneNumber: string | null;
}

interface DemoParts {
  readonly hasher: PasswordHasher;
  readonly objects: ObjectStore;
  readonly now: Date;
  /** Whether the first workspace is as large as a large agency's. */
  readonly isLarge?: boolean;
  readonly log: { warn(fields: object, message: string): void };
}

/** The key of an advisory lock. */
const lockKey = 7_215_022;
const day = 86_400_000;

/** Does nothing where the demo's owner or handles exist. */
export async function seedDemo(
  database: Queries,
  { hasher, objects, now, isLarge = false, log }: DemoParts,
): Promise<void> {
  if (await isThere(database)) return;
  // Slow work comes before the transaction, which blocks other connections of the embedded database.
  const passwords = new Map<Role, string>();
  for (const role of rolesOf(demoPeople)) passwords.set(role, await hasher.hash(demoPassword));
  const houses = await readDrawings("houses");
  const agents = new Map(rolesOf(demoPeople).map((role) => [role, fullName(demoPeople[role])] as const));
  const tables = [readPackages(evergreenPackages), readPackages(lakesidePackages)];
  const stored = await storeFiles(objects, tables, { houses, agents, now }).catch((err: unknown) => {
    log.warn({ err }, "The demo begins without documents: the file store did not take them");
    return [];
  });
  const [ofEvergreen = [], ofLakeside = [], beside = []] = stored;
  const drawings: Drawings = {
    houses,
    portraits: await readDrawings("portraits"),
    rooms: await readDrawings("rooms"),
    staff: await readDrawings("staff"),
    logos: await readDrawings("logos"),
    evergreen: [...ofEvergreen, ...beside],
    lakeside: ofLakeside,
  };
  await database.transaction(async (transaction) => {
    await transaction.execute(sql`select pg_advisory_xact_lock(${lockKey})`);
    // Another process may have seeded it.
    if (!(await isThere(transaction))) await seed(transaction, passwords, drawings, { now, isLarge });
  });
  if (isLarge) await refreshStatistics(database);
}

interface Drawings {
  readonly portraits: ReadonlyMap<string, Buffer>;
  readonly houses: ReadonlyMap<string, Buffer>;
  readonly rooms: ReadonlyMap<string, Buffer>;
  readonly staff: ReadonlyMap<string, Buffer>;
  readonly logos: ReadonlyMap<string, Buffer>;
  readonly evergreen: readonly DemoFile[];
  readonly lakeside: readonly DemoFile[];
}

async function isThere(database: Queries): Promise<boolean> {
  const { rows } = await database.execute<{ there: boolean }>(sql`
    select exists (select from upstream.accounts where email = ${addressOf("owner")})
      or exists (select from upstream.handles where handle in ('evergreen', 'lakeside')) as there`);
  return rows[0]?.there === true;
}

async function seed(
  transaction: Queries,
  passwords: ReadonlyMap<Role, string>,
  { portraits, houses, rooms, staff, logos, evergreen: evergreenFiles, lakeside: lakesideFiles }: Drawings,
  { now, isLarge }: { readonly now: Date; readonly isLarge: boolean },
): Promise<void> {
  const founded = new Date(now.getTime() - 400 * day);
  const opened = new Date(now.getTime() - 30 * day);
  const accounts = new Map<Role, string>();
  for (const role of rolesOf(demoPeople)) {
    const id = await insertAccount(transaction, { ...demoPeople[role], email: addressOf(role) }, founded);
    const passwordHash = passwords.get(role);
    if (id === null || passwordHash === undefined) throw new Error(`The demo's ${role} could not be made.`);
    await setPasswordHash(transaction, id, passwordHash, founded);
    accounts.set(role, id);
  }
  const ownerId = accounts.get("owner") ?? "";
  const common = { ownerId, timeZone: "America/Los_Angeles" };
  const evergreen = { ...common, name: "Evergreen Realty", handle: "evergreen", plan: "standard" as const };
  const evergreenId = await insertWorkspace(transaction, evergreen, founded);
  const lakeside = { ...common, name: "Lakeside Homes", handle: "lakeside", plan: "free" as const };
  const lakesideId = await insertWorkspace(transaction, lakeside, opened);
  if (evergreenId === null || lakesideId === null) throw new Error("The demo's handles are taken.");
  for (const [role, accountId] of accounts) {
    if (role !== "owner") await insertMembership(transaction, { workspaceId: evergreenId, accountId, role }, founded);
  }
  const everybody = { accounts, names: demoPeople, now };
  const first = { ...everybody, workspaceId: evergreenId };
  const second = { ...everybody, workspaceId: lakesideId };
  await insertPublicPhotos(transaction, { workspaceId: evergreenId, accounts, staff, logo: logos.get("evergreen") });
  const portraitIds = await insertPictures(transaction, evergreenId, portraits);
  await insertClients(transaction, readClients(evergreenClients), { ...first, pictures: portraitIds });
  await insertClients(transaction, readClients(lakesideClients), { ...second, pictures: new Map() });
  for (const [workspace, lines, state, stored] of [
    [first, evergreenPackages, "WA", evergreenFiles],
    [second, lakesidePackages, "ID", lakesideFiles],
  ] as const) {
    const table = readPackages(lines);
    const photos = await insertPhotos(transaction, workspace.workspaceId, table, houses);
    const deals = await insertPackages(transaction, table, { ...workspace, state, pictures: photos });
    await insertCovers(transaction, workspace.workspaceId);
    await insertRooms(transaction, workspace.workspaceId, rooms);
    await insertComparables(transaction, workspace);
    await advanceOpportunities(transaction, deals, workspace);
    await insertPending(transaction, workspace);
    await insertMoveEvents(transaction, workspace);
    await insertDocuments(transaction, stored, workspace);
  }
  const { timeZone } = common;
  await insertTasks(transaction, { tasks: evergreenTasks, templates: evergreenTemplates, timeZone }, first);
  await insertTasks(transaction, { tasks: lakesideTasks, templates: [], timeZone }, second);
  await insertInspected(transaction, first);
  await insertPortal(transaction, first);
  await insertMessages(transaction, first);
  await insertLanding(transaction, evergreenId);
  if (!isLarge) return;
  await insertLarge(transaction, {
    ...first,
    pictures: new Map(),
    timeZone,
    state: "WA",
    houses: [...houses.keys()],
    insertPhotos: (table) => insertPhotos(transaction, evergreenId, table, houses),
  });
  await insertCovers(transaction, evergreenId);
}

/** Stores a picture for each drawn package. @returns ids by street */
function insertPhotos(
  transaction: Queries,
  workspaceId: string,
  table: readonly DemoPackage[],
  houses: ReadonlyMap<string, Buffer>,
): Promise<ReadonlyMap<string, string>> {
  const shown = table.flatMap(({ street, house }) => {
    const drawing = house === null ? undefined : houses.get(house);
    return drawing === undefined ? [] : [[street, drawing] as const];
  });
  return insertPictures(transaction, workspaceId, new Map(shown));
}

async function insertPictures(
  transaction: Queries,
  workspaceId: string,
  drawings: ReadonlyMap<string, Buffer>,
): Promise<ReadonlyMap<string, string>> {
  const rows = [...drawings].map(([name, bytes]) => ({ name, id: crypto.randomUUID(), bytes }));
  const values = rows.map(({ id, bytes }) => ({ id, workspaceId, mediaType: "image/webp" as const, bytes }));
  await transaction.insert(pictures).values(values);
  return new Map(rows.map(({ name, id }) => [name, id]));
}

function addressOf(role: Role): string {
  return `${role}@evergreen.example`;
}

function rolesOf(people: typeof demoPeople): Role[] {
  const order: readonly Role[] = ["owner", "admin", "manager", "member", "instructor"];
  return order.filter((role) => role in people);
}

/** Fills in the landing page. Its testimonials say that they are examples. */
async function insertLanding(transaction: Queries, workspaceId: string): Promise<void> {
  await transaction
    .update(portalSettings)
    .set({
      introduction:
        "I have helped families find their home in Seattle for twelve years. I answer the same day, I say plainly what a house will cost you, and I stay with you until you have the keys.",
      testimonials: [
        {
          text: "An example of what a client could say: Olivia found the crack in the basement wall before we did, and told us to walk away.",
          name: "Demo client",
          place: "Ballard",
        },
        {
          text: "Another example: we always knew what came next, what it would cost, and whom to call.",
          name: "Demo client",
          place: "Phinney Ridge",
        },
        {
          text: "A third example: we looked at eleven houses. She drove us to each of them and never once hurried us.",
          name: "Demo client",
          place: "West Seattle",
        },
        {
          text: "A fourth example: moving here from Ohio, we saw the house by video first. What she said of it was what we found.",
          name: "Demo client",
          place: "Kirkland",
        },
      ],
      questions: [
        {
          question: "Which parts of the city do you work in?",
          answer: "All of Seattle north of the ship canal, and Shoreline.",
        },
      ],
    })
    .where(sql`${portalSettings.id} = ${workspaceId}`);
  await transaction
    .update(workspaces)
    .set({
      description: "A small team for buyers in Seattle and Shoreline.",
      phoneNumber: "(206) 555-0100",
      websiteUrl: "https://evergreen.example/",
      brokerage: "Evergreen Realty LLC (demo)",
      licenseNumber: "WA 00000",
    })
    .where(eq(workspaces.id, workspaceId));
}
