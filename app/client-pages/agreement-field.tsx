import type { Foot } from "../session/foot.ts";
import { controlProps, errorOf, type Field } from "../ui/field-frame.tsx";
import { useProblem } from "./portal-form.tsx";
import { useTexts } from "./texts/texts.ts";
import { WebLink } from "./workspace-foot.tsx";

type AgreementFieldProps = { field: Field; label: string; foot: Foot };

/** The box with which somebody agrees to the workspace's terms and privacy pages, with links to them. */
export function AgreementField({ field, label, foot }: AgreementFieldProps) {
  const { foot: words } = useTexts().landing;
  const say = useProblem();
  const error = errorOf(field);
  return (
    <div className="field">
      <label className="check">
        <input {...controlProps(field, undefined)} type="checkbox" value="on" /> <span>{label}</span>
      </label>
      <div className="acts small">
        <WebLink address={foot.termsUrl} label={words.terms} />
        <WebLink address={foot.privacyUrl} label={words.privacy} />
      </div>
      {error === null ? null : (
        <div className="err" id={field.errorId}>
          {say(error)}
        </div>
      )}
    </div>
  );
}
