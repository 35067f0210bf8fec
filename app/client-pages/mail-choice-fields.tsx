import { SubmitButton } from "../ui/button.tsx";
import { useTexts } from "./texts/texts.ts";

const choices = ["each", "daily", "none"] as const;
type Choice = (typeof choices)[number];

/** How often somebody wants emails, one of three. @param choice null: nothing is chosen yet */
export function MailChoiceFields({ choice }: { choice: Choice | null }) {
  const { mails } = useTexts();
  return (
    <>
      <fieldset className="field">
        <legend className="label">{mails.how}</legend>
        <div>
          {choices.map((name) => (
            <label key={name} className="check">
              <input type="radio" name="choice" value={name} defaultChecked={name === choice} required />
              {mails.choices[name]}
            </label>
          ))}
        </div>
      </fieldset>
      <SubmitButton>{mails.save}</SubmitButton>
    </>
  );
}
