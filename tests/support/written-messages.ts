/** Messages and saved replies, written by their forms. */
import type { Visitor } from "./visitor.ts";

/** Sends a message by the form and gives its id. */
export async function sendMessage(
  visitor: Visitor,
  clientId: string,
  typed: Readonly<Record<string, string>> & { readonly body: string },
): Promise<string> {
  await visitor.open(`/messages/${clientId}`);
  const { document, text } = await visitor.submit(typed, { button: "Send message" });
  const shown = document.querySelectorAll("main .talk li[id]").findLast((message) => message.text.includes(typed.body));
  const id = shown?.getAttribute("id");
  if (id === undefined) throw new Error(`No message was sent: ${text.slice(0, 300)}`);
  return id;
}

/** Adds a saved reply by the form and gives its id. */
export async function addReply(
  visitor: Visitor,
  typed: Readonly<Record<string, string>> & { readonly name: string },
): Promise<string> {
  await visitor.open("/messages/replies/new");
  const { document, text } = await visitor.submit(typed, { button: "Add saved reply" });
  const row = document.querySelectorAll("main li").find((one) => one.text.includes(typed.name));
  const [, id] = /\/replies\/([0-9a-f-]{36})\/edit$/.exec(row?.querySelector("a")?.getAttribute("href") ?? "") ?? [];
  if (id === undefined) throw new Error(`No saved reply was added: ${text.slice(0, 300)}`);
  return id;
}
