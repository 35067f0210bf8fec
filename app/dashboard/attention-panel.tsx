import { useContext } from "react";
import type { FormInit } from "../forms/forms.tsx";
import type { SettledCode } from "../json-api/settle.ts";
import { Deferred } from "../ui/deferred.tsx";
import { ManyLate } from "../ui/not-loaded.tsx";
import { EmptyState } from "../ui/notice.tsx";
import { formatNumber } from "../ui/number-format.ts";
import { Rows, Sheet } from "../ui/page.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { type AttentionBoard, sectionTitles } from "./attention.ts";
import { AttentionRow } from "./attention-row.tsx";

type AttentionPanelProps = {
  board: Promise<AttentionBoard> | AttentionBoard;
  /** The address of this page, and of the one with all that was loaded. */
  here: string;
  all: string;
  start: FormInit;
};

/** What needs attention in the order of time, and below it what could not be loaded. */
export function AttentionPanel({ board, ...props }: AttentionPanelProps) {
  return (
    <Sheet title="Needs attention">
      <Deferred value={board} pending={<Skeleton lines={12} />}>
        {(board) =>
          "sections" in board ? <Board {...board} {...props} /> : <NotAvailable code={board.code} here={props.here} />
        }
      </Deferred>
    </Sheet>
  );
}

type BoardProps = AttentionBoard & Omit<AttentionPanelProps, "board">;

function Board({ sections, total, isWhole, lists, unlisted, failed, here, all, start }: BoardProps) {
  if (sections.length === 0 && failed.length === 0)
    return <EmptyState>You're all caught up. Nothing needs attention.</EmptyState>;
  const items = sections.flatMap(({ items }) => items);
  const ids = items.filter(({ completion }) => completion !== undefined).map(({ id }) => id);
  return (
    <>
      {sections.map(({ key, items }) => (
        <section className="waiting pt-1" key={key}>
          <h3 className="muted small pb-0.5">{sectionTitles[key]}</h3>
          <Rows label={sectionTitles[key]}>
            {items.map((item) => (
              <AttentionRow key={item.id} item={item} here={here} start={start} ids={ids} />
            ))}
          </Rows>
        </section>
      ))}
      <div className="actions mt-1 small">
        {isWhole ? null : (
          <a className="btn" href={all}>
            Show all {formatNumber(total)}
          </a>
        )}
        {lists.map(({ label, href }) => (
          <a key={href} className="link" href={href}>
            {label}
          </a>
        ))}
        {unlisted > 0 && isWhole ? (
          <span className="muted">{formatNumber(unlisted)} more appear here once these are done.</span>
        ) : null}
      </div>
      {failed.map(({ code, titles, isPart }) => (
        <section className="waiting pt-1" key={titles}>
          <h3 className="muted small pb-0.5">{titles}</h3>
          <NotAvailable code={code} here={here} isPart={isPart} />
        </section>
      ))}
    </>
  );
}

const reasons: Partial<Record<SettledCode, string>> = {
  slow: "These couldn't be loaded in time.",
  forbidden: "You don't have access to these.",
};

/** Why items could not be loaded, and the way to try again. */
export function NotAvailable({ code, here, isPart = false }: { code: SettledCode; here: string; isPart?: boolean }) {
  const isSaidAbove = useContext(ManyLate);
  const isOffered = code !== "forbidden" && !isSaidAbove;
  return (
    <p className="muted small">
      {isPart ? "There may be more. " : null}
      {reasons[code] ?? "These couldn't be loaded."}
      {isOffered ? (
        <>
          {" The rest of this page is up to date. "}
          <a className="link" href={here}>
            Check again
          </a>
        </>
      ) : null}
    </p>
  );
}
