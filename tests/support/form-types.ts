/** What a form of the product is to its tests, and the person whose workspace has one of everything to fill it in for. */
import type { FindMailedLink, TestAgent } from "./agent.ts";
import type { Visit, Visitor } from "./visitor.ts";

export interface SeededAgent extends TestAgent {
  readonly workspaceId: string;
  /** Of their account. */
  readonly accountId: string;
  /** A client with a household of one and a filled-in buyer profile. */
  readonly clientId: string;
  readonly personId: string;
  /** The client's invitation to the portal, which they have not accepted. */
  readonly invitationId: string;
  /** What came for the client from the public page, and waits. */
  readonly contactRequestId: string;
  /** A file of clients that was looked over and not imported. */
  readonly importId: string;
  /** A file of properties that was looked over and not imported. */
  readonly packageImportId: string;
  /** A client who is put away. */
  readonly archivedId: string;
  /** A package with every fact, open for the client. */
  readonly packageId: string;
  /** The client's opportunity with that package. */
  readonly opportunityId: string;
  /** A comment of theirs on it. */
  readonly commentId: string;
  /** A showing of its property that is asked for. */
  readonly showingId: string;
  /** A comparable of that package. */
  readonly comparableId: string;
  /** The first of two photos of that package. */
  readonly photoId: string;
  /** A template of costs, made of the package's estimate. */
  readonly templateId: string;
  /** A link to the package. */
  readonly shareId: string;
  /** A package that is put away. */
  readonly archivedPackageId: string;
  /** A document of the package, with a summary, and a folder. */
  readonly documentId: string;
  readonly folderId: string;
  /** A finding about the package, and a report that proposes another one. */
  readonly findingId: string;
  readonly reportId: string;
  /** A task about the client, and a template of tasks. */
  readonly taskId: string;
  readonly taskTemplateId: string;
  /** A view of the list of clients that everyone in the workspace sees. */
  readonly savedViewId: string;
  /** A message to the client, and a saved reply. */
  readonly messageId: string;
  readonly replyId: string;
  /** An invitation of a colleague, which is not accepted. */
  readonly colleagueInvitationId: string;
  /** A document that is in the trash. */
  readonly trashedDocumentId: string;
  /** Texts that are theirs alone: whoever else sees one of them sees too much. */
  readonly secrets: readonly string[];
}

interface Form {
  /** Of the page that shows it, as the route map knows it. */
  readonly pattern: string;
  /** What the address has to say besides, with its "?". */
  readonly query?: string;
  /** The text of its first button. */
  readonly button: string;
}

export interface PublicForm extends Form {
  /** What is typed, in texts that are taken. */
  readonly typed: () => Readonly<Record<string, string>>;
  /** Opens a page with the form, not yet filled in. Mailed links go to this person. */
  readonly open: (visitor: Visitor, person: { readonly email: string }) => Promise<Visit>;
}

export interface AgentForm extends Form {
  /**
   * makes: something new. changes: a record that it was shown with. settles: idempotent by nature, carries no key. stores: files,
   * without which there is nothing to send.
   */
  readonly does: "makes" | "changes" | "settles" | "stores";
  readonly typed: (agent: SeededAgent) => Readonly<Record<string, string>>;
  /** @param findLink where mails to clients are read, if not in the demo's outbox */
  readonly open: (visitor: Visitor, agent: SeededAgent, findLink?: FindMailedLink) => Promise<Visit>;
  /** What its button says before something is chosen, where that is something else. */
  readonly buttonBefore?: string;
  /** How many writes it is, where that is not one. */
  readonly writes?: number;
  /** What is refused, where that is not the first field left empty. */
  readonly refused?: Readonly<Record<string, string>>;
  /** What else is taken, where the first field does not take just any text. */
  readonly other?: (agent: SeededAgent) => Readonly<Record<string, string>>;
  /** Once it is written, its page leads to the record, which shows what was done: there is no form to show again. */
  readonly leadsOn?: true;
  /** It is about the person alone: a switch to another workspace does not matter to it. */
  readonly inAnyWorkspace?: true;
  /** Its address names records in its query: another workspace has no such form. */
  readonly namesRecords?: true;
  /** How often it may be sent is limited: each counts as a try at the password, or as one more email. */
  readonly isCounted?: true;
}
