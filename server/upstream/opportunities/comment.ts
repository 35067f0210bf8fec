/** The resource `comment`: a note among staff about an opportunity. */
import { moment, text, uuid } from "../engine/attribute.ts";
import { idFilter } from "../engine/filters.ts";
import { defineTable, type ListRules } from "../engine/table.ts";
import { comments } from "../tables.ts";
import { ofVisibleOpportunities } from "../visibility.ts";
import { opportunityHolders } from "./shared-parts.ts";

const table = comments;

export const comment = defineTable({
  type: "comment",
  path: "/comments",
  table,
  history: {
    topic: "comments",
    labels: {
      added: "Comment added",
      edited: "Comment edited",
      removed: "Comment removed",
    },
    holders: opportunityHolders(table.opportunityId),
    contact: { added: true },
    summary: ["body"],
  },
  attributes: {
    body: text(table.body),
    author_name: text(table.authorName),
    author_account_id: uuid(table.authorAccountId),
    inserted_at: moment(table.insertedAt),
    edited_at: moment(table.editedAt),
    opportunity_id: uuid(table.opportunityId),
  },
  scope: (currentUser) => ofVisibleOpportunities(table, currentUser),
  // Only authors change their comments.
  can: (currentUser, { author_account_id: author }) => (author === currentUser.accountId ? ["update", "remove"] : []),
});

export const commentList: ListRules = {
  sorts: { inserted_at: { column: table.insertedAt, as: "moment" } },
  defaultSort: "-inserted_at",
  filters: { opportunity_id: idFilter(table.opportunityId) },
};
