import { type ComparedField, chosen, ticked } from "../forms/forms.tsx";
import { FieldGroup } from "../ui/field-group.tsx";
import { CheckboxField, SelectField, TextArea, TextField } from "../ui/fields.tsx";
import type { useSchemaForm } from "../ui/form.tsx";
import type { Choice } from "../ui/options.tsx";
import { places, type settingsForm } from "../workspace/portal-settings.ts";

type SettingsFieldsetProps = {
  fields: ReturnType<typeof useSchemaForm<typeof settingsForm>>[1];
  /** The people of the workspace. */
  members: readonly Choice[];
};

const labels = {
  introduction: "Introduction",
  introductionEs: "Introduction in Spanish",
  shownAccountId: "Agent on the landing page",
  takesRegistrations: "People may register by themselves",
  quotesMessages: "Emails quote the beginning of a message",
};
/** Below a field that is empty. */
const noSpanish = "Not filled in: people who read Spanish see the English text.";
const saidLabels = { text: "What they said", textEs: "The same in Spanish", name: "Name", place: "Where from" };
const askedLabels = {
  question: "Question",
  answer: "Answer",
  questionEs: "Question in Spanish",
  answerEs: "Answer in Spanish",
};

type Shown = { readonly initialValue?: unknown };

/** Says that a text has no Spanish yet. */
function hintOf({ initialValue: english }: Shown, { initialValue: spanish }: Shown) {
  return english && !spanish ? { hint: noSpanish } : {};
}

/** The fields to compare when somebody else changed the settings meanwhile. */
export function comparedSettings(members: readonly Choice[]): Readonly<Record<string, ComparedField>> {
  const numbered = (name: string, title: string, parts: Readonly<Record<string, string>>) =>
    places.flatMap((place, index) =>
      Object.entries(parts).map(([part, label]) => [`${name}.${place}.${part}`, `${title} ${index + 1}: ${label}`]),
    );
  return {
    ...labels,
    shownAccountId: chosen(labels.shownAccountId, members),
    takesRegistrations: ticked(labels.takesRegistrations),
    quotesMessages: ticked(labels.quotesMessages),
    ...Object.fromEntries(numbered("testimonials", "Testimonial", saidLabels)),
    ...Object.fromEntries(numbered("questions", "Question", askedLabels)),
  };
}

/** The fields of what a workspace shows to clients. */
export function SettingsFieldset({ fields, members }: SettingsFieldsetProps) {
  const testimonials = fields.testimonials.getFieldset();
  const questions = fields.questions.getFieldset();
  return (
    <>
      <SelectField
        field={fields.shownAccountId}
        label={labels.shownAccountId}
        options={[{ value: "", label: "The owner" }, ...members]}
      />
      <TextArea
        field={fields.introduction}
        label={labels.introduction}
        rows={5}
        hint="A few sentences about you, in plain words."
      />
      <TextArea
        field={fields.introductionEs}
        label={labels.introductionEs}
        rows={5}
        {...hintOf(fields.introduction, fields.introductionEs)}
      />
      <CheckboxField
        field={fields.takesRegistrations}
        label={labels.takesRegistrations}
        hint="They see nothing until you accept them. Anybody can write to you in any case."
      />
      <CheckboxField
        field={fields.quotesMessages}
        label={labels.quotesMessages}
        hint="Up to 200 characters. Without it, emails only say who wrote."
      />
      {places.map((place, index) => {
        const { text, textEs, name, place: from } = testimonials[place].getFieldset();
        return (
          <FieldGroup key={place} title={`Testimonial ${index + 1}`}>
            <TextArea field={text} label={saidLabels.text} rows={3} />
            <TextArea field={textEs} label={saidLabels.textEs} rows={3} {...hintOf(text, textEs)} />
            <TextField field={name} label={saidLabels.name} />
            <TextField field={from} label={saidLabels.place} />
          </FieldGroup>
        );
      })}
      {places.map((place, index) => {
        const { question, answer, questionEs, answerEs } = questions[place].getFieldset();
        return (
          <FieldGroup key={place} title={`Your own question ${index + 1}`}>
            <TextField field={question} label={askedLabels.question} />
            <TextArea field={answer} label={askedLabels.answer} rows={3} />
            <TextField field={questionEs} label={askedLabels.questionEs} {...hintOf(question, questionEs)} />
            <TextArea field={answerEs} label={askedLabels.answerEs} rows={3} {...hintOf(answer, answerEs)} />
          </FieldGroup>
        );
      })}
    </>
  );
}
