// By itself: the rest of that room brings Conform, which no list needs.
import { FormStart } from "../forms/form-start.tsx";
import type { FormInit } from "../forms/forms.tsx";
import { completionPath } from "../tasks/completion-path.ts";

import { Avatar } from "../ui/avatar.tsx";
import { LinkButton, TickButton } from "../ui/button.tsx";
import { Row } from "../ui/page.tsx";
import { Photo } from "../ui/photo.tsx";
import { atPlace, nextOf, placeOf } from "../ui/place.ts";
import { PostForm } from "../ui/post-form.tsx";
import { State } from "../ui/tag.tsx";
import type { AttentionItem } from "./attention.ts";

type AttentionRowProps = {
  item: AttentionItem;
  /** The page to come back to. */
  here: string;
  start: FormInit;
  /** Of all items beside it that can be completed. */
  ids: readonly string[];
};

/** Something that needs attention: what it is, how urgent, and the way to deal with it. */
export function AttentionRow({ item, here, start, ids }: AttentionRowProps) {
  const { id, href, title, detail, when, isLate, face, photo, step, completion } = item;
  return (
    <Row>
      <div className="who">
        {face === undefined ? null : <Avatar {...face} />}
        {photo === undefined ? null : <Photo picture={photo} />}
        <div>
          <a className="link" href={href}>
            {title}
          </a>
          {detail === "" ? null : <span className="muted"> · {detail}</span>}
          <div className="small muted">{isLate ? <State tone="due">{when}</State> : when}</div>
        </div>
      </div>
      {step === undefined ? null : (
        <LinkButton
          href={step.href}
          look={photo === undefined && face === undefined ? "quiet" : "plain"}
          aria-label={`${step.label}: ${title}`}
        >
          {step.label}
        </LinkButton>
      )}
      {completion === undefined ? null : (
        <PostForm action={completionPath(id, false)}>
          <FormStart start={{ ...start, key: completion }} />
          <input type="hidden" name="back" value={atPlace(here, nextOf(ids, id))} />
          <TickButton id={placeOf(id)} verb="Done" what={title} />
        </PostForm>
      )}
    </Row>
  );
}
