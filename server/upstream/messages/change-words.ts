import { sql } from "drizzle-orm";
import { fold } from "../../../spelling/folding.ts";
import { recordEvent, type WriteContext } from "../engine/history.ts";
import { nextVersion } from "../engine/writing.ts";
import { messages } from "../tables.ts";
import { lockThread, summarizeThread } from "./add-message.ts";
import { message, messageWords } from "./message.ts";
import { findPaymentRules } from "./payment-check.ts";

/** A message as it is before its words change. */
export interface WrittenMessage {
  readonly id: string;
  readonly clientId: string;
  readonly body: string;
  /** Among staff. */
  readonly isNote: boolean;
}

/** Puts other words in place of a message's. What it said before stays in the workspace's own log. */
export async function changeWords(write: WriteContext, written: WrittenMessage, body: string): Promise<void> {
  const { database, currentUser } = write;
  const { id, clientId, isNote } = written;
  if (body === written.body) return;
  await lockThread(database, currentUser.workspaceId, clientId);
  const paymentWarning = isNote ? [] : [...(await findPaymentRules(database, clientId, body, id))];
  const values = { body, searchText: fold(body), editedAt: sql`now()`, paymentWarning };
  await database
    .update(messages)
    .set({ ...nextVersion(messages), ...values })
    .where(sql`${messages.id} = ${id}`);
  await recordEvent(write, message, "edited", id);
  const words = [{ field: "body", before: written.body, after: body }];
  await recordEvent(write, messageWords, "words_changed", id, words);
  await summarizeThread(database, clientId);
}
