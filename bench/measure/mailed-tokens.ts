/** The tokens of links that are mailed, out of the demo's outbox. */
import { findMailedLink } from "#tests/support/agent.ts";
import { Visitor } from "#tests/support/visitor.ts";

/** Somebody of the demo. */
const member = "member@evergreen.example";

/**
 * Has each kind of link mailed, and gives their tokens by the patterns of the pages that they open.
 * @param registering the address of somebody who has registered and not verified it yet
 */
export async function mailedTokens(origin: string, registering: string): Promise<Readonly<Record<string, string>>> {
  const visitor = new Visitor(origin);
  const tokenOf = async (email: string, path: string) =>
    (await findMailedLink(visitor, email, path)).split("/").at(-1) ?? "";
  try {
    await visitor.open("/login/link");
    await visitor.submit({ email: member });
    await visitor.open("/password/forgotten");
    await visitor.submit({ email: member });
    return {
      "/sign-in/:token": await tokenOf(member, "/sign-in/"),
      "/password/:token": await tokenOf(member, "/password/"),
      "/verify/:token": await tokenOf(registering, "/verify/"),
    };
  } finally {
    await visitor.close();
  }
}
