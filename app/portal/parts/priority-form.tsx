import { PortalFormStart } from "../../client-pages/portal-form.tsx";
import { useTexts } from "../../client-pages/texts/texts.ts";
import type { FormInit, FormReply } from "../../forms/forms.tsx";
import { SubmitButton } from "../../ui/button.tsx";
import { PostForm, useSchemaForm } from "../../ui/form.tsx";
import type { PortalProperty } from "../portal-properties.server.ts";
import { priorities, priorityForm } from "../portal-property.ts";
import { useAgentOf, useFrame } from "./portal-frame.tsx";

type PriorityFormProps = {
  property: Pick<PortalProperty, "ownPriority" | "agentPriority" | "agentName">;
  start: FormInit;
  reply: FormReply | undefined;
};

/** How much the person wants the property, beside what the agent thinks. */
export function PriorityForm({ property, start, reply }: PriorityFormProps) {
  const { properties } = useTexts();
  const { ownPriority, agentPriority } = property;
  const agent = useAgentOf(property);
  const { isView } = useFrame();
  const [form, fields] = useSchemaForm({
    id: "wanted",
    schema: priorityForm,
    result: reply?.result,
    initial: { priority: ownPriority ?? "" },
    parked: start.parked,
  });
  const { name, defaultValue } = fields.priority;
  return (
    <PostForm form={form}>
      <PortalFormStart form={form} start={start} reply={reply} />
      <fieldset disabled={isView} className="gap-3">
        <legend className="hidden">{properties.wanted}</legend>
        <div className="seg">
          {priorities.map((priority, index) => (
            <label key={priority} {...(index === 0 && { id: fields.priority.id })}>
              <input
                className="hidden"
                type="radio"
                name={name}
                value={priority}
                defaultChecked={defaultValue === priority}
              />
              {properties.priorities[priority]}
            </label>
          ))}
        </div>
        <p className="hint">
          {agentPriority === null
            ? properties.agentSees(agent)
            : properties.agentThinks(agent, properties.priorities[agentPriority])}
        </p>
        <SubmitButton look="plain">{properties.save}</SubmitButton>
      </fieldset>
    </PostForm>
  );
}
