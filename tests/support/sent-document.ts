import type { Visit, Visitor } from "./visitor.ts";

/** Sends a document as a client who is signed in, and opens the page where it is taken back. @param words its text */
export async function sendToTakeBack(visitor: Visitor, words: string): Promise<Visit> {
  await visitor.open("/client-portal/dashboard/documents");
  const files = [new File([words], `${words}.txt`)];
  const { document } = await visitor.submit({}, { button: "Send document", files });
  return visitor.open(document.querySelector('a[href$="/removal"]')?.getAttribute("href") ?? "");
}

/** The id of the document that such a page is about. */
export function sentDocumentOf({ url }: Visit): string {
  return url.pathname.split("/").at(-2) ?? "";
}
