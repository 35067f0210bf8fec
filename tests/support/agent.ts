/** A member of staff with a workspace of their own, made the way people make theirs. */
import { randomUUID } from "node:crypto";
import { Visitor } from "./visitor.ts";

export interface TestAgent {
  /** Signed in, at the dashboard of a new and empty workspace. */
  visitor: Visitor;
  name: string;
  email: string;
  password: string;
  workspaceName: string;
  handle: string;
}

type Named = Partial<Pick<TestAgent, "workspaceName" | "handle">>;

/**
 * Registers somebody, follows the mailed link out of the demo's outbox, chooses a password and is signed in.
 * @throws with what the page says when a step does not lead to the next
 */
export async function registerAgent(origin: string, named: Named = {}): Promise<TestAgent> {
  const tag = randomUUID().slice(0, 8);
  const agent = {
    name: "Ada Byron",
    email: `ada.${tag}@agents.example`,
    password: `a quiet street ${tag}`,
    workspaceName: `Byron ${tag}`,
    handle: `byron-${tag}`,
    ...named,
  };
  const visitor = new Visitor(origin);
  await visitor.open("/register/account");
  await visitor.submit({ name: agent.name, email: agent.email, phoneNumber: "(206) 555-0100" }, { button: "Next" });
  await visitor.submit({ workspaceName: agent.workspaceName, workspaceHandle: agent.handle }, { button: "Next" });
  expectAt(visitor, "/register/complete");
  await visitor.open(await findMailedLink(visitor, agent.email, "/verify/"));
  await visitor.submit({ password: agent.password });
  expectAt(visitor, "/dashboard");
  return { visitor, ...agent };
}

/** Gives the newest link to a path that was mailed to an address, out of the demo's outbox. @throws when there is none */
export async function findMailedLink(visitor: Visitor, email: string, path: string): Promise<string> {
  const { document } = await new Visitor(visitor.origin).open(`/outbox?${new URLSearchParams({ to: email })}`);
  const mails = document.querySelectorAll("article, li, section").filter((part) => part.text.includes(email));
  const links = mails.flatMap((mail) => mail.querySelectorAll("a[href]")).map((link) => link.getAttribute("href"));
  const href = links.find((link) => link !== undefined && tokenAfter(path).test(link));
  if (href === undefined) throw new Error(`No mail to ${email} links to ${path}`);
  return href;
}

/** Gives the newest link to a path that was mailed to an address. */
export type FindMailedLink = typeof findMailedLink;

/** What a mailed link ends with: 32 random bytes, or a sealed text. */
const tokenAfter = (path: string): RegExp => new RegExp(`${path}[\\w-]{43,}$`);

function expectAt({ page }: Visitor, path: string): void {
  if (page.url.pathname === path) return;
  throw new Error(`Expected ${path}, is at ${page.url.pathname} (${page.status}): ${page.text.slice(0, 600)}`);
}
