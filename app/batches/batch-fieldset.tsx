import { decisionChoices } from "../decision-labels.ts";
import { ColleaguePicker } from "../picking/colleague-picker.tsx";
import type { PickOption } from "../picking/pick.ts";
import type { PickQuestion } from "../picking/resolve-pick.server.ts";
import type { Field } from "../ui/field-frame.tsx";
import { ChoiceGroup, SelectField, TextField } from "../ui/fields.tsx";
import type { BatchAction } from "./batch.ts";
import { actionLabels } from "./batch-words.ts";

type BatchFieldsetProps = {
  fields: Readonly<Record<"action" | "agentText" | "agent" | "agentFor" | "tag" | "decision", Field>>;
  actions: readonly BatchAction[];
  colleagues: readonly PickOption[];
  reply: { readonly question: PickQuestion | null } | undefined;
};

/** What is to be done, and with which value. The styles show the fields of the chosen action alone. */
export function BatchFieldset({ fields, actions, colleagues, reply }: BatchFieldsetProps) {
  const options = actions.map((action) => ({ value: action, label: actionLabels[action] }));
  return (
    <div className="batch">
      <ChoiceGroup single field={fields.action} label="What to do" options={options} />
      {actions.includes("assign") ? (
        <div className="of-assign">
          <ColleaguePicker
            kind="agents"
            label="New agent"
            hint="They are told once. Clients who use the portal are told in their conversation."
            fields={{ text: fields.agentText, chosen: fields.agent, chosenFor: fields.agentFor }}
            suggestions={colleagues}
            reply={reply}
          />
        </div>
      ) : null}
      {actions.includes("decide") ? (
        <div className="of-decide">
          <SelectField
            field={fields.decision}
            label="Decision"
            hint="Suggested findings are accepted by it, undecided ones too."
            options={decisionChoices}
          />
        </div>
      ) : null}
      {actions.includes("add_tag") ? (
        <div className="of-tag">
          <TextField field={fields.tag} label="Tag" />
        </div>
      ) : null}
    </div>
  );
}
