import { batchPath, batchUndoPath } from "../action-paths.ts";
import { buttonFields } from "../forms/forms.server.ts";
import { allows } from "../json-api/resource.ts";
import { apiOf, load, recordId } from "../session/session.server.ts";
import { LinkButton, SubmitButton } from "../ui/button.tsx";
import { HiddenInputs } from "../ui/hidden-inputs.tsx";
import { Notice } from "../ui/notice.tsx";
import { Page, PageHead, Row, Rows, Sheet } from "../ui/page.tsx";
import { PostForm } from "../ui/post-form.tsx";
import type { Route } from "./+types/show";
import { stopPath } from "./batch.ts";
import { listOfBatch } from "./batch-lists.server.ts";
import { actionLabels, alreadySo, countOf, sayDone, sayReason } from "./batch-words.ts";
import { findBatch } from "./batches.server.ts";
import { UnderWay } from "./under-way.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const found = await load(findBatch(apiOf(context), recordId(params.batchId)));
  const list = listOfBatch(context, found);
  const undo = allows(found, "undo") ? { action: batchUndoPath(found.id), fields: buttonFields(context) } : null;
  return { found, list, undo };
}

export default function ShowBatch({ loaderData: { found, list, undo } }: Route.ComponentProps) {
  const { label, path, nouns } = list;
  const isUnderWay = found.state === "running" || found.state === "undoing";
  return (
    <Page narrow>
      <PageHead
        crumbs={[{ label, href: path }, { label: "Change several" }]}
        title={actionLabels[found.action]}
        subtitle={`${countOf(found.total, nouns)} were chosen.`}
      />
      {isUnderWay ? <Progress found={found} /> : <Outcome found={found} nouns={nouns} />}
      {undo === null ? null : (
        <Notice title="Changed your mind?">
          You can undo this for 10 minutes. What someone changed since is left as it is.
          <PostForm action={undo.action}>
            <HiddenInputs fields={undo.fields} />
            <SubmitButton look="plain">Undo</SubmitButton>
          </PostForm>
        </Notice>
      )}
      {isUnderWay || found.left.length === 0 ? null : (
        <Sheet title="Left as they were">
          <Rows label="Left as they were">
            {found.left.map(({ id, name, reason }) => (
              <Row key={id}>
                <div>
                  <b>{name ?? "Deleted"}</b>
                  <div className="muted small">{sayReason(reason)}</div>
                </div>
              </Row>
            ))}
          </Rows>
        </Sheet>
      )}
      <div className="actions mt-2">
        <LinkButton href={path}>Back to {nouns.many}</LinkButton>
      </div>
    </Page>
  );
}

type Found = Route.ComponentProps["loaderData"]["found"];

function Progress({ found: { id, state, total, waiting, changed, undone, kept } }: { found: Found }) {
  const isBack = state === "undoing";
  const [done, all] = isBack ? [undone + kept, changed] : [total - waiting, total];
  return (
    <UnderWay title={isBack ? "Undoing" : "Under way"} done={done} all={all} here={batchPath(id)}>
      {isBack ? null : <LinkButton href={stopPath(id)}>Stop</LinkButton>}
    </UnderWay>
  );
}

/** What became of the records, by numbers. */
function Outcome({ found, nouns }: { found: Found; nouns: Route.ComponentProps["loaderData"]["list"]["nouns"] }) {
  const { action, state, waiting, changed, same, notChanged, missing, undone, kept } = found;
  const lines =
    state === "undone"
      ? [kept > 0 && `${countOf(kept, nouns)} left as they are, because they can’t be changed back.`]
      : [
          waiting > 0 && `${countOf(waiting, nouns)} not reached, because you stopped it.`,
          same > 0 && `${countOf(same, nouns)} ${alreadySo[action]}.`,
          notChanged > 0 && `${countOf(notChanged, nouns)} couldn’t be changed.`,
          missing > 0 && `${countOf(missing, nouns)} no longer exist for you.`,
        ];
  const title = state === "undone" ? `Undone for ${countOf(undone, nouns)}.` : sayDone(found, changed, nouns);
  return <Notice title={title}>{lines.filter((line) => line !== false).join(" ")}</Notice>;
}
