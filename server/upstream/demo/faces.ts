import { eq } from "drizzle-orm";
import type { Role } from "../engine/current-user.ts";
import type { Queries } from "../engine/queries.ts";
import { picturePath, pictures } from "../pictures/pictures.ts";
import { accounts, workspaces } from "../tables.ts";

interface Faces {
  readonly workspaceId: string;
  /** Ids of the accounts by role. */
  readonly accounts: ReadonlyMap<Role, string>;
  /** WebP, by role. */
  readonly staff: ReadonlyMap<string, Buffer>;
  /** WebP; undefined for none. */
  readonly logo: Buffer | undefined;
}

/** Gives the demo's workspace its logo, and some of its people their photos; the others show initials. */
export async function insertFaces(transaction: Queries, faces: Faces): Promise<void> {
  const { workspaceId } = faces;
  const insert = async (bytes: Buffer) => {
    const id = crypto.randomUUID();
    await transaction.insert(pictures).values({ id, workspaceId, mediaType: "image/webp", bytes });
    return { url: picturePath(id), file_id: id };
  };
  if (faces.logo !== undefined) {
    const logo = await insert(faces.logo);
    await transaction.update(workspaces).set({ logo }).where(eq(workspaces.id, workspaceId));
  }
  for (const [role, accountId] of faces.accounts) {
    const photo = faces.staff.get(role);
    if (photo === undefined) continue;
    const profilePicture = await insert(photo);
    await transaction.update(accounts).set({ profilePicture }).where(eq(accounts.id, accountId));
  }
}
