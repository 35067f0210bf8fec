import type { ReactNode } from "react";
import type { FormInit, FormReply } from "../forms/form-reply.ts";
import { FormStart } from "../forms/forms.tsx";
import type { Money } from "../json-api/values.ts";
import { DraftNotice } from "../ui/draft-notice.tsx";
import { ErrorSummary } from "../ui/error-summary.tsx";
import { firstValue } from "../ui/field-frame.tsx";
import { PostForm, useSchemaForm } from "../ui/form.tsx";
import { FormFoot } from "../ui/form-foot.tsx";
import { currencyChoices, typedMoney } from "../ui/money-values.ts";
import type { Choice } from "../ui/options.tsx";
import { type AnsweredOffer, isRefused, OfferAnswer } from "./answered-offer.tsx";
import { MoveFieldset } from "./move-fieldset.tsx";
import { fieldsOf, moveForm } from "./move-form.ts";
import type { AllowedMove } from "./opportunity.ts";

/** What is suggested or was offered, and until when by the clock of the property. */
export interface OfferedTerms {
  readonly price: Money | null;
  readonly expiresAt: string;
  /** Whether somebody of the house does not want what is suggested as it is. */
  readonly isRefused: boolean;
}

type StageFormProps = {
  move: AllowedMove;
  /** The present stage: a deal that has left it meanwhile is not moved. */
  stage: string;
  offered: OfferedTerms;
  showings: readonly Choice[];
  toCome: readonly string[];
  /** When a showing took place, as far as that is known; "" where the move completes none, or several. */
  heldAt: string;
  /** The offer that is suggested to the client, with what they say to it; null where none would be sent. */
  answered: AnsweredOffer | null;
  /** IANA name of the property's clock. */
  timeZone: string;
  /** Of the property. */
  today: string;
  back: string;
  start: FormInit;
  reply: FormReply<unknown, unknown> | undefined;
  /** What has to be known before it is sent again. */
  children: ReactNode;
};

/** What one move asks for. */
export function StageForm({
  move,
  stage,
  offered,
  answered,
  showings,
  today,
  back,
  start,
  reply,
  ...more
}: StageFormProps) {
  const refused = answered !== null && isRefused(answered);
  const [form, fields] = useSchemaForm({
    id: "move",
    schema: moveForm,
    result: reply?.result,
    initial: {
      showingId: showings[0]?.value ?? "",
      dealPrice: typedMoney(move.to === "offer_suggeted" || offered.isRefused ? null : offered.price),
      expiresAt: move.to === "offer_sent" ? offered.expiresAt : "",
      heldAt: more.heldAt,
      heldAtShown: more.heldAt,
      acceptedOn: today,
      closedOn: today,
      reason: "",
      reasonText: "",
    },
    parked: start.parked,
  });
  return (
    <PostForm form={form}>
      <FormStart start={start} reply={reply} />
      <DraftNotice formId={form.id} />
      {more.children}
      <ErrorSummary form={form} />
      {answered === null ? null : <OfferAnswer answered={answered} />}
      <input type="hidden" name="from" value={stage} />
      <input type="hidden" name="to" value={move.to} />
      {more.heldAt === "" ? null : <input type="hidden" name="heldAtShown" value={firstValue(fields.heldAtShown)} />}
      <div className="flds">
        <MoveFieldset
          fields={fields}
          asked={fieldsOf(move).filter(({ name }) => name !== "heldAt" || more.heldAt !== "")}
          needsReason={move.needsReason}
          timeZone={more.timeZone}
          currencies={currencyChoices(offered.price)}
          showings={showings}
          toCome={more.toCome}
          isRefused={refused}
        />
      </div>
      <FormFoot send="Update stage" cancel={back} />
    </PostForm>
  );
}
