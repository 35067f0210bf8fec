import { priceOf } from "../../client-pages/texts/format.ts";
import { useLanguage, useTexts } from "../../client-pages/texts/texts.ts";
import type { Field } from "../../ui/field-frame.tsx";
import type { Answers } from "../answers.server.ts";
import { repairChoices } from "../answers.ts";
import { PortalRadios, PortalTextArea } from "./portal-choices.tsx";

type RepairQuestionProps = {
  finding: Answers["findings"][number];
  choice: Field | undefined;
  remark: Field | undefined;
};

/** One finding, and what the client wants to do about it. */
export function RepairQuestion({ finding, choice, remark }: RepairQuestionProps) {
  const { answers } = useTexts();
  const language = useLanguage();
  const { title, lowCost, highCost, others } = finding;
  const costs = [lowCost, highCost].flatMap((cost) => (cost === null ? [] : [priceOf(language, cost)]));
  if (choice === undefined || remark === undefined) return null;
  return (
    <div className="faq">
      <PortalRadios
        field={choice}
        legend={title}
        values={repairChoices}
        labelOf={(value) => answers.repairs.choices[value]}
        {...(costs.length > 0 && { hint: answers.repairs.cost([...new Set(costs)].join(" – ")) })}
      />
      {others.map(({ name, choice: said }) => (
        <p key={name} className="small">
          {answers.repairs.said(name, title, answers.repairs.choices[said])}
        </p>
      ))}
      <PortalTextArea field={remark} label={answers.remark} hint={answers.remarkHint} rows={2} />
    </div>
  );
}
