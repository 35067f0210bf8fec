import type { ReactNode } from "react";
import { href } from "react-router";
import type { Settled } from "../json-api/settle.ts";
import { DateTime } from "../ui/date-time.tsx";
import { NotLoaded } from "../ui/not-loaded.tsx";
import { Row, Rows } from "../ui/page.tsx";
import { Panel } from "../ui/panel.tsx";
import type { ShownComment } from "./comment.ts";
import { opportunityPath } from "./opportunity-list.ts";

type CommentsPanelProps = {
  opportunityId: string;
  comments: Settled<readonly ShownComment[]>;
  /** The form for one more; null for those who may only read. */
  children: ReactNode;
};

/** What colleagues have said about an opportunity, newest first. */
export function CommentsPanel({ opportunityId, comments, children }: CommentsPanelProps) {
  const isEmpty = comments.ok && comments.data.length === 0;
  return (
    <Panel title="Comments" none={isEmpty && children === null ? "No comments yet." : null}>
      {children === null ? null : <div className="pad">{children}</div>}
      {comments.ok ? (
        <Comments opportunityId={opportunityId} comments={comments.data} />
      ) : (
        <NotLoaded what="comments" code={comments.code} here={opportunityPath(opportunityId)} />
      )}
    </Panel>
  );
}

function Comments({ opportunityId, comments }: { opportunityId: string; comments: readonly ShownComment[] }) {
  if (comments.length === 0) return null;
  return (
    <Rows label="Comments">
      {comments.map((comment) => (
        <Row key={comment.id}>
          <div>
            <div>
              <b>{comment.authorName ?? "A colleague"}</b>{" "}
              <span className="muted small">
                <DateTime value={comment.insertedAt} />
                {comment.editedAt === null ? null : ", edited"}
              </span>
            </div>
            <div className="whitespace-pre-line">{comment.body}</div>
            {comment.isMine ? <Verbs comment={{ opportunityId, commentId: comment.id }} /> : null}
          </div>
        </Row>
      ))}
    </Rows>
  );
}

/** What the author of a comment can do with it. */
function Verbs({ comment }: { comment: { opportunityId: string; commentId: string } }) {
  return (
    <div className="actions small">
      <a href={href("/opportunities/:opportunityId/comments/:commentId/edit", comment)} aria-label="Edit comment">
        Edit
      </a>
      <a href={href("/opportunities/:opportunityId/comments/:commentId/removal", comment)} aria-label="Remove comment">
        Remove
      </a>
    </div>
  );
}
