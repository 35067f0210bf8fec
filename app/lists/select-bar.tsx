import type { ReactNode } from "react";
import { Form } from "react-router";
import { LinkButton } from "../ui/button.tsx";
import { HiddenInputs } from "../ui/hidden-inputs.tsx";
import { Icon } from "../ui/icon.tsx";
import { Notice } from "../ui/notice.tsx";
import {
  type Doing,
  doingName,
  newBatchPath,
  type SelectBarShown,
  type ShownSelection,
  selectFormId,
  sharingPath,
  shownName,
  turnName,
} from "./selection.ts";

type SelectionProps = { selection: ShownSelection | null };

/** What was changed a few minutes ago; nothing where nothing was. */
export function RecentChange({ selection }: SelectionProps) {
  if (!selection?.recent) return null;
  const { text, path, undo } = selection.recent;
  return (
    <Notice>
      {text} <a href={path}>See what was done</a>
      {undo === null ? null : (
        <>
          {" · "}
          <a href={undo}>Undo</a>
        </>
      )}
    </Notice>
  );
}

/** What the bar and the rows' checkboxes belong to where a search does not take them along. @param fields where the rows are chosen from */
export function SelectForm({ fields = {} }: { fields?: Readonly<Record<string, string>> }) {
  return (
    <Form id={selectFormId} method="get" action={newBatchPath} discover="none">
      <HiddenInputs fields={fields} />
    </Form>
  );
}

type SeveralProps = SelectionProps & {
  /** The rows. */
  children: ReactNode;
};

/**
 * Rows with checkboxes, and a bar that comes when one is ticked: how many they are, and what can be done. Its buttons and the
 * checkboxes belong to one form; where chosen rows are kept it is the list's search form.
 */
export function Several({ selection, children }: SeveralProps) {
  if (selection?.bar == null) return children;
  return (
    <div className={selection.isKept ? "several kept" : "several"}>
      {children}
      <Bar {...selection.bar} isKept={selection.isKept} />
    </div>
  );
}

const doingLabels: Readonly<Record<Doing, string>> = {
  assign: "Assign agent",
  add_tag: "Add tag",
  share: "Share",
  archive: "Archive",
  restore: "Restore",
  complete: "Mark as done",
  decide: "Decide",
  dismiss: "Dismiss",
};

function Bar({
  plural,
  of,
  doings,
  query,
  elsewhere,
  hint,
  wholes,
  end,
  isKept,
}: SelectBarShown & { isKept: boolean }) {
  const form = selectFormId;
  // The search form leads to the list itself.
  const action = isKept ? newBatchPath : undefined;
  const others = elsewhere.length === 0 ? "" : `, and ${elsewhere.length} not shown here`;
  const [, page = ""] = end.split("?");
  return (
    <fieldset className="picked actions float" aria-label={`Change several ${plural}`}>
      <input type="hidden" name="of" value={of} form={form} />
      {elsewhere.map((id) => (
        <input key={id} type="hidden" name="id" value={id} form={form} />
      ))}
      <b role="status">{` selected${others}`}</b>
      {doings.map((doing) => (
        <button
          key={doing}
          className="btn quiet"
          type="submit"
          form={form}
          formAction={doing === "share" ? sharingPath : action}
          name={shownName}
          value={`${query}&${doingName}=${doing}`}
        >
          {doingLabels[doing]}
        </button>
      ))}
      {of === "tasks" || of === "findings" ? null : (
        <button className="btn quiet" type="submit" form={form} formAction={action} name={shownName} value={query}>
          More actions
        </button>
      )}
      {isKept ? null : (
        <button className="btn quiet" type="submit" form={form} name={turnName} value={page}>
          Select more
        </button>
      )}
      {wholes.map(({ label, href }) => (
        <LinkButton key={label} href={href} look="quiet">
          {label}
        </LinkButton>
      ))}
      {isKept ? (
        <LinkButton href={end} look="quiet">
          Cancel
        </LinkButton>
      ) : (
        <button className="btn quiet only" type="reset" form={form} aria-label="Clear the selection">
          <Icon name="close" />
        </button>
      )}
      {hint === null || !isKept ? null : <p className="small muted">{hint}</p>}
    </fieldset>
  );
}
