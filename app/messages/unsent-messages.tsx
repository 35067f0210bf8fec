import { Button } from "../ui/button.tsx";
import { PostForm } from "../ui/post-form.tsx";
import { bodyOf, saidIn, type UnsentMessage } from "./unsent-store.ts";
import type { Unsent } from "./use-unsent.ts";

/** What was not sent, at the end of its thread. */
export function UnsentMessages({ path, unsent }: { path: string; unsent: Unsent }) {
  if (unsent.messages.length === 0) return null;
  return (
    <ol className="unsent mt-1.5">
      {unsent.messages.map((message) => (
        <li key={message.key} className="ours">
          <div>
            {message.key === unsent.sendingKey ? (
              <p className="small muted">Sending…</p>
            ) : (
              <p className="small err" role="status">
                Not sent
              </p>
            )}
            <p dir="auto">{bodyOf(message)}</p>
            <Attached count={saidIn(message, "documentIds").length} />
            {message.key === unsent.sendingKey ? null : <Ways path={path} message={message} unsent={unsent} />}
          </div>
        </li>
      ))}
    </ol>
  );
}

function Attached({ count }: { count: number }) {
  if (count === 0) return null;
  return <p className="small muted">{count === 1 ? "1 attachment" : `${count} attachments`}</p>;
}

/** The form holds all that the message's own form said, its key too: so it is one message. */
function Ways({ path, message, unsent }: { path: string; message: UnsentMessage; unsent: Unsent }) {
  return (
    <PostForm action={path}>
      {message.fields.map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      <div className="actions">
        {/* Not busy while it waits for the line: pressed, it tries at once. */}
        <button className="btn" type="submit">
          Try again
        </button>
        <Button look="quiet" onClick={() => unsent.edit(message)}>
          Edit
        </Button>
        <Button look="quiet" onClick={() => unsent.discard(message)}>
          Discard
        </Button>
      </div>
    </PostForm>
  );
}
