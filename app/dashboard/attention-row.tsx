import type { FormInit } from "../forms/forms.tsx";
import { Completion } from "../tasks/completion.tsx";
import { Avatar } from "../ui/avatar.tsx";
import { Row } from "../ui/page.tsx";
import { Photo } from "../ui/photo.tsx";
import { State } from "../ui/tag.tsx";
import type { AttentionItem } from "./attention.ts";

type AttentionRowProps = {
  item: AttentionItem;
  /** The page to come back to. */
  here: string;
  start: FormInit;
  /** Of all items of the list that can be completed. */
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
          <a className="row-link" href={href}>
            {title}
          </a>
          {detail === "" ? null : <div className="small muted">{detail}</div>}
        </div>
      </div>
      <div className="when muted small">{isLate ? <State tone="due">{when}</State> : when}</div>
      <div className="act end">
        {step === undefined ? null : <StepLink step={step} about={detail} />}
        {completion === undefined ? null : (
          <Completion task={{ id, title, key: completion, doneAt: null }} start={start} back={here} ids={ids} />
        )}
      </div>
    </Row>
  );
}

type StepLinkProps = { step: NonNullable<AttentionItem["step"]>; about: string };

/** The way to deal with an item. */
export function StepLink({ step: { label, href }, about }: StepLinkProps) {
  return (
    <a className="btn quiet text-accent" href={href} aria-label={`${label}: ${about}`}>
      {label}
    </a>
  );
}
