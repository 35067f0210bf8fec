import { questionPath } from "../action-paths.ts";
import { LinkButton } from "../ui/button.tsx";
import { DateTime } from "../ui/date-time.tsx";
import { Notice } from "../ui/notice.tsx";
import type { ClientAnswers } from "./client-answers.ts";

type QuestionNoticesProps = {
  opportunityId: string;
  questions: ClientAnswers["questions"];
  canUpdate: boolean;
};

/** The client's questions that nobody has answered, above everything else about a deal. */
export function QuestionNotices({ opportunityId, questions, canUpdate }: QuestionNoticesProps) {
  return questions
    .filter(({ answer }) => answer === null)
    .map(({ id, name, body, insertedAt }) => (
      <Notice key={id} tone="warn">
        <div>
          <b>{name} asks:</b> <span className="whitespace-pre-line">{body}</span>
          <div className="muted small">
            <DateTime value={insertedAt} />
          </div>
        </div>
        {canUpdate ? (
          <LinkButton href={questionPath(opportunityId, id)} aria-label={`Answer: ${body}`}>
            Answer
          </LinkButton>
        ) : null}
      </Notice>
    ));
}
