import type { Field } from "../ui/field-frame.tsx";
import { CheckboxField } from "../ui/fields.tsx";
import { Notice } from "../ui/notice.tsx";

/** Asked before payment details go to a client: whether they are meant. */
export interface PaymentQuestion {
  /** "changed": they are not those of earlier messages. */
  readonly payment: "found" | "changed";
}

const words = {
  found: "This looks like payment details.",
  changed: "These payment details aren’t the ones from earlier messages.",
};

type PaymentQuestionNoticeProps = { question: PaymentQuestion | null | undefined; field: Field };

/** What the form asks, with the box that answers it; nothing where it asks nothing. */
export function PaymentQuestionNotice({ question, field }: PaymentQuestionNoticeProps) {
  if (!question) return null;
  return (
    <div role="alert" className="field">
      <Notice tone="warn" title={words[question.payment]}>
        <p>
          Thieves pretend to be agents and send buyers an account of their own. Confirm the details with the title or
          escrow company by phone, on a number that you know. The client will see a warning above the message, with the
          phone number of their agent.
        </p>
        <CheckboxField field={field} label="I confirmed these details by phone" />
      </Notice>
    </div>
  );
}
