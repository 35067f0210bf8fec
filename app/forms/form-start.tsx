import { baseField, personField } from "../session/hidden-fields.ts";
import { HiddenSubmission } from "../ui/hidden-submission.tsx";
import { Notice } from "../ui/notice.tsx";
import { chooseAgain, type FormInit, type FormNotice, type FormReply } from "./form-reply.ts";

type FormStartProps = { start: FormInit; reply?: FormReply<unknown, unknown> | undefined };

/**
 * The beginning of every form that writes: its hidden fields, and what has to be known before sending it (again).
 * @param reply the action's answer; it wins over the loader's `start`
 */
export function FormStart({ start, reply }: FormStartProps) {
  const current = reply?.start ?? start;
  return (
    <>
      <HiddenSubmission start={current} />
      {current.person === null ? null : <input type="hidden" name={personField} value={current.person} />}
      {current.base === null ? null : <input type="hidden" name={baseField} value={current.base} />}
      <ReplyNotice reply={reply} />
      {reply === undefined && start.parked !== null ? (
        <Notice tone="warn" title="Not submitted yet.">
          You were signed out before this form was submitted. Your entries are back: review and submit them, or{" "}
          <a href="/waiting" data-reload="">
            discard them
          </a>
          .{chooseAgain(start.parkedFiles ?? [])}
        </Notice>
      ) : null}
    </>
  );
}

const titles: Record<FormNotice["kind"], string> = {
  "already-sent": "Already sent.",
  running: "Still being saved.",
  unknown: "Not confirmed.",
  changed: "Someone else changed this.",
  elsewhere: "Nothing was saved.",
  failed: "That didn't work.",
  used: "This link no longer works.",
};

/** What an action says about the form as a whole. Part of `FormStart`; by itself for forms without hidden fields. */
export function ReplyNotice({ reply }: { reply: FormReply<unknown, unknown> | undefined }) {
  return reply?.notice ? <WholeNotice notice={reply.notice} /> : null;
}

/** What there is to say of a form as a whole, or instead of one. */
export function WholeNotice({ notice }: { notice: FormNotice }) {
  const { kind, text, link } = notice;
  return (
    <Notice isAnswer tone={kind === "failed" ? "bad" : "warn"} title={titles[kind]}>
      {text}
      {link === null ? null : (
        <>
          {" "}
          <a href={link.href}>{link.label}</a>
        </>
      )}
    </Notice>
  );
}
