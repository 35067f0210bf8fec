import { Notice } from "../ui/notice.tsx";
import type { Duplicate } from "./client.ts";
import { clientPath } from "./client-links.ts";

/** Who is there already, with the way to them; and what makes the form's next send create another one all the same. */
export function DuplicateNotice({ duplicates }: { duplicates: readonly Duplicate[] }) {
  const [first] = duplicates;
  if (first === undefined) return null;
  const isOne = duplicates.length === 1;
  return (
    <div role="alert">
      <Notice tone="warn" title={isOne ? `${first.name} may be the same client.` : "These may be the same client."}>
        <ul>
          {duplicates.map(({ id, name, email, isArchived }) => (
            <li key={id}>
              <a href={clientPath(id)}>Open {name}</a> ({email}){isArchived ? ", archived" : ""}
            </li>
          ))}
        </ul>
        Or create a second one below.
        <input type="hidden" name="known" value={duplicates.map(({ id }) => id).join(",")} />
      </Notice>
    </div>
  );
}
