import { href } from "react-router";
import { Notice } from "../ui/notice.tsx";
import type { Duplicate } from "./client.ts";
import { clientPath } from "./client-links.ts";

/** The clients that may be the same. Sending the form again with their ids creates another one all the same. */
export function DuplicateNotice({ duplicates }: { duplicates: readonly Duplicate[] }) {
  const [first, second] = duplicates;
  if (first === undefined) return null;
  const isOne = duplicates.length === 1;
  return (
    <div role="alert">
      <Notice tone="warn" title={isOne ? `${first.name} may be the same client.` : "These may be the same client."}>
        <ul>
          {duplicates.map(({ id, name, email, phoneNumber, isArchived }) => (
            <li key={id}>
              <a href={clientPath(id)}>Open {name}</a> ({email ?? phoneNumber}){isArchived ? ", archived" : ""}
            </li>
          ))}
        </ul>
        {second === undefined ? null : (
          <p>
            Is it one client?{" "}
            <a href={`${href("/clients/:id/merge/fields", first)}?other=${encodeURIComponent(second.id)}`}>
              Merge them
            </a>
          </p>
        )}
        Submit again to create a new client anyway.
        <input type="hidden" name="known" value={duplicates.map(({ id }) => id).join(",")} />
      </Notice>
    </div>
  );
}
