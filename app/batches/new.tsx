import { redirect } from "react-router";
import { batchPath, batchUndoPath } from "../action-paths.ts";
import { startForm, submitForm } from "../forms/forms.server.ts";
import { RecordForm } from "../forms/forms.tsx";
import { noteBatch } from "../lists/recent-batches.server.ts";
import { sharingPath } from "../lists/selection.ts";
import { suggestAgents } from "../members/pickable-colleagues.server.ts";
import { resolveColleague } from "../members/resolve-colleague.server.ts";
import type { PickQuestion } from "../picking/resolve-pick.server.ts";
import { agentOf, apiOf, identityApiOf, load, notFound, requirePermission } from "../session/session.server.ts";
import { LinkButton } from "../ui/button.tsx";
import { EmptyState, Notice } from "../ui/notice.tsx";
import { Page, PageHead, Sheet } from "../ui/page.tsx";
import { UnknownFilters } from "../ui/toolbar.tsx";
import type { Route } from "./+types/new";
import { type BatchAction, batchActions, batchForm } from "./batch.ts";
import { BatchFieldset } from "./batch-fieldset.tsx";
import { readSelection, type Selection } from "./batch-lists.server.ts";
import { countOf, sayDone } from "./batch-words.ts";
import { type FoundBatch, type FoundChoice, findChoice, makeBatch } from "./batches.server.ts";
import { ChosenNames } from "./chosen-names.tsx";
import { sharedWords } from "./shared-words.ts";

export const handle = { form: "create" };

type Context = Route.LoaderArgs["context"];

/** @throws 404 where the address names no list, 403 */
function selectionOf(context: Context, url: URL): Selection {
  const selection = readSelection(context, url.searchParams);
  if (selection === null) throw notFound();
  const back = { label: `Back to ${selection.nouns.many}`, href: selection.list };
  requirePermission(context, "batches.create", "change several records at once", back);
  return selection;
}

const withoutAgents: ReadonlySet<string> = new Set(["task", "finding"]);

const nothing: Pick<FoundChoice, "total" | "names" | "missing" | "actions" | "most"> = {
  total: 0,
  names: [],
  missing: 0,
  actions: [],
  most: 0,
};

export async function loader({ url, context }: Route.LoaderArgs) {
  const {
    chosen,
    sheet,
    ids,
    turned,
    path: _path,
    doing,
    seenAt: _seenAt,
    seenEarlier: _seenEarlier,
    ...selection
  } = selectionOf(context, url);
  if (turned !== null) throw redirect(turned);
  const isEmpty = ids?.length === 0;
  const [choice, colleagues, start] = await Promise.all([
    isEmpty ? nothing : load(findChoice(apiOf(context), chosen)),
    isEmpty || withoutAgents.has(chosen.kind) ? [] : suggestAgents(context),
    startForm(context),
  ]);
  const { total, names, missing, most } = choice;
  const other: BatchAction = selection.isArchived ? "archive" : "restore";
  const actions = batchActions.filter((action) => choice.actions.includes(action) && action !== other);
  const first = actions.find((action) => action === doing) ?? null;
  const sheetPath = sheet !== null && agentOf(context).can(sheet.permission) ? sheet.path : null;
  const mayShare = !selection.isArchived && agentOf(context).can("opportunities.create");
  const share = mayShare ? shareLinkOf(chosen.kind, ids) : null;
  return { ...selection, isEmpty, sheetPath, share, total, names, missing, most, actions, first, colleagues, start };
}

/** The way to sharing what is chosen; null for records that are not shared. */
function shareLinkOf(kind: string, ids: readonly string[] | null) {
  const words = sharedWords(kind);
  if (words === null) return null;
  const { of, label, most, tooMany } = words;
  const query = ids === null ? null : new URLSearchParams([["of", of], ...ids.map((id) => ["id", id])]);
  return { path: query === null ? null : `${sharingPath}?${query}`, label, most, tooMany };
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const { chosen, seenAt, seenEarlier, ...selection } = selectionOf(context, url);
  return submitForm<typeof batchForm, never, PickQuestion>(
    // The chosen records exist in their workspace alone: in another one, its page has no form.
    { request, context, ofRecord: true },
    batchForm,
    async ({ api, value, key }) => {
      const { action } = value;
      const typed = { text: value.agentText, chosen: value.agent, chosenFor: value.agentFor };
      const agent = action === "assign" ? await resolveColleague(identityApiOf(context), "agent", typed) : null;
      const given = { assign: agent, decide: value.decision, add_tag: value.tag, remove_tag: value.tag };
      const wanted = Object.entries(given).find(([name]) => name === action)?.[1] ?? null;
      const made = await makeBatch(api, { ...chosen, action, value: wanted, seenAt, seenEarlier }, key);
      noteMade(context, made, selection);
      return whereTo(made, selection);
    },
  );
}

/** For the lists, once the toast is gone. */
function noteMade(context: Context, made: FoundBatch | null, { nouns, path }: Pick<Selection, "nouns" | "path">): void {
  if (made === null || (made.state !== "running" && made.changed === 0)) return;
  const { id, state, total, changed } = made;
  const isUndoable = state !== "running";
  const text = isUndoable ? sayDone(made, changed, nouns) : `A change of ${countOf(total, nouns)} was begun.`;
  noteBatch(context, { id, path, text, isUndoable });
}

/** The list, with the way back in the toast; the batch's own page where there is more to say. */
function whereTo(made: FoundBatch | null, { nouns, list }: Pick<Selection, "nouns" | "list">) {
  if (made === null) return { location: list, toast: "Changed." };
  if (made.state === "running") return { location: batchPath(made.id) };
  const toast = sayDone(made, made.changed, nouns);
  if (made.changed < made.total || made.missing > 0) return { location: batchPath(made.id), toast };
  return { location: list, toast, undo: { action: batchUndoPath(made.id), fields: {} } };
}

export default function NewBatch({ loaderData, actionData }: Route.ComponentProps) {
  const { nouns, label, list, again, isEmpty, total, names, missing, most, actions, colleagues, start } = loaderData;
  const { sheetPath, share, unknown, first } = loaderData;
  const those = countOf(total, nouns);
  return (
    <Page narrow>
      <PageHead
        crumbs={[{ label, href: list }, { label: "Change several" }]}
        title={total === 0 ? "Nothing to change" : `Change ${those}`}
        subtitle={
          total === 0 ? "Choose rows of the list first." : "All of them the same way. You can undo it for 10 minutes."
        }
      />
      <UnknownFilters unknown={unknown} />
      {missing > 0 && total > 0 ? (
        <Notice tone="warn">
          {countOf(missing, nouns)} of those you chose can’t be changed by you, or no longer exist.
        </Notice>
      ) : null}
      {total === 0 || actions.length === 0 || total > most ? (
        <Sheet>
          <EmptyState action={<LinkButton href={again}>Choose {nouns.many}</LinkButton>}>
            {total > most
              ? `At most ${countOf(most, nouns)} can be changed at once. Search or filter the list first.`
              : isEmpty
                ? `You haven’t chosen any ${nouns.many}.`
                : `There are no ${nouns.many} here that you can change.`}
          </EmptyState>
        </Sheet>
      ) : (
        <>
          <ChosenNames names={names} total={total} sheetPath={sheetPath} share={share} />
          <RecordForm
            id="batch"
            schema={batchForm}
            start={start}
            reply={actionData}
            initial={{ action: first ?? undefined }}
            send="Apply"
            cancel={list}
          >
            {(fields) => <BatchFieldset fields={fields} actions={actions} colleagues={colleagues} reply={actionData} />}
          </RecordForm>
        </>
      )}
    </Page>
  );
}
