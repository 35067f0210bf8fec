import { clientPath } from "../clients/client-links.ts";
import { listPath as messagesPath, threadPath } from "../messages/message-list.ts";
import { opportunityPath } from "../opportunities/opportunity-list.ts";
import { packagePath } from "../packages/package-list.ts";
import { taskPath } from "../tasks/task-list.ts";
import type { KindKey } from "./search.ts";

/** The kinds of things that are found: what they are called, where their pages are, and their lists. */

interface Kind {
  readonly title: string;
  readonly pathOf: (id: string) => string;
  /** The list that has the same words in all its records; null where no list is searched. */
  readonly listOf: ((words: string) => string) | null;
}

const withWords = (path: string) => (words: string) => `${path}?${new URLSearchParams({ q: words })}`;

/** In the order in which they are shown. */
export const kinds: Readonly<Record<KindKey, Kind>> = {
  client: { title: "Clients", pathOf: (id) => clientPath(id), listOf: withWords("/clients/") },
  opportunity: { title: "Opportunities", pathOf: (id) => opportunityPath(id), listOf: null },
  package: { title: "Properties", pathOf: (id) => packagePath(id), listOf: withWords("/packages/") },
  document: { title: "Documents", pathOf: (id) => `/documents/${id}`, listOf: withWords("/documents") },
  task: { title: "Tasks", pathOf: (id) => taskPath(id), listOf: null },
  message: { title: "Messages", pathOf: (id) => threadPath(id), listOf: withWords(messagesPath) },
};

export const kindKeys: readonly KindKey[] = ["client", "opportunity", "package", "document", "task", "message"];
