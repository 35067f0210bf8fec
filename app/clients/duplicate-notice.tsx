import { href } from "react-router";
import { joinIds } from "../json-api/id-list.ts";
import { clientPath } from "../record-paths.ts";
import { Notice } from "../ui/notice.tsx";
import type { DuplicateQuestion } from "./client.ts";

type DuplicateNoticeProps = {
  question: DuplicateQuestion | null | undefined;
  /** What sending the form again does, as in "create a new client". */
  again: string;
  /** The client who is edited, and may be merged with the other one. */
  own?: string;
};

/** The clients who may be the same person. Sending the form again with their ids saves it all the same. */
export function DuplicateNotice({ question, again, own }: DuplicateNoticeProps) {
  const [first, second] = question?.duplicates ?? [];
  if (!question || first === undefined) return null;
  const pair = own === undefined ? { id: first.id, other: second?.id } : { id: own, other: first.id };
  return (
    <div role="alert">
      <Notice
        tone="warn"
        title={second === undefined ? `${first.name} may be the same client.` : "These may be the same client."}
      >
        <ul>
          {question.duplicates.map(({ id, name, email, phoneNumber, isArchived }) => (
            <li key={id}>
              <a href={clientPath(id)}>Open {name}</a> ({email ?? phoneNumber}){isArchived ? ", archived" : ""}
            </li>
          ))}
        </ul>
        {pair.other === undefined ? null : (
          <p>
            Is it one client?{" "}
            <a href={`${href("/clients/:id/merge/fields", pair)}?other=${encodeURIComponent(pair.other)}`}>
              Merge them
            </a>
          </p>
        )}
        Submit again to {again} anyway.
        <input type="hidden" name="known" value={joinIds(question.known)} />
      </Notice>
    </div>
  );
}
