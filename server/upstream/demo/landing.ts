import { eq, sql } from "drizzle-orm";
import type { Queries } from "../engine/queries.ts";
import { portalSettings, workspaces } from "../tables.ts";

/** Fills in what the demo's workspace shows to everybody. Its testimonials say themselves that they are examples. */
export async function insertLanding(transaction: Queries, workspaceId: string): Promise<void> {
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
