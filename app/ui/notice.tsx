import type { ReactNode } from "react";
import { answerFocus } from "./focus.ts";

type NoticeProps = {
  tone?: "plain" | "warn" | "bad";
  title?: string;
  /** What the page answers: without scripts, it begins there. */
  isAnswer?: boolean;
  children?: ReactNode;
};

/** Something to know before going on. A warning says what is wrong and offers the way on as a link inside. */
export function Notice({ tone = "plain", title, isAnswer = false, children }: NoticeProps) {
  return (
    <div
      className={tone === "plain" ? "note" : `note note-${tone}`}
      role={tone === "bad" ? "alert" : undefined}
      {...(isAnswer ? answerFocus : {})}
    >
      {title === undefined ? null : <b>{title} </b>}
      {children}
    </div>
  );
}

/** A list without anything in it: a sentence, and one button that is the next step. */
export function EmptyState({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="empty">
      <p>{children}</p>
      {action}
    </div>
  );
}
