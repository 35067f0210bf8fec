import type { ReactNode, TextareaHTMLAttributes } from "react";
import { useProblem } from "../../client-pages/portal-form.tsx";
import { controlProps, errorOf, type Field, firstValue, firstValues } from "../../ui/field-frame.tsx";
import { Options } from "../../ui/options.tsx";

/** The portal's fields for choosing, and for text of several lines. */

type ChoicesProps<Value extends string> = {
  field: Field;
  legend: string;
  values: readonly Value[];
  labelOf: (value: Value) => string;
  hint?: string;
};

/** One of a few choices, one below the other. */
export function PortalRadios<Value extends string>({ field, legend, values, labelOf, hint }: ChoicesProps<Value>) {
  const chosen = firstValue(field);
  return (
    <Choices field={field} legend={legend} hint={hint}>
      {values.map((value, index) => (
        <label key={value} className="check" {...(index === 0 && { id: field.id })}>
          <input type="radio" name={field.name} value={value} defaultChecked={chosen === value} />
          {labelOf(value)}
        </label>
      ))}
    </Choices>
  );
}

/** Any number of a few choices. */
export function PortalChecks<Value extends string>({ field, legend, values, labelOf, hint }: ChoicesProps<Value>) {
  const chosen = firstValues(field);
  return (
    <Choices field={field} legend={legend} hint={hint}>
      {values.map((value, index) => (
        <label key={value} className="check" {...(index === 0 && { id: field.id })}>
          <input type="checkbox" name={field.name} value={value} defaultChecked={chosen.includes(value)} />
          {labelOf(value)}
        </label>
      ))}
    </Choices>
  );
}

type ChoicesFrameProps = { field: Field; legend: string; hint: string | undefined; children: ReactNode };

function Choices({ field, legend, hint, children }: ChoicesFrameProps) {
  return (
    <fieldset className="field">
      <legend className="label">{legend}</legend>
      {hint === undefined ? null : <p className="hint">{hint}</p>}
      <div>{children}</div>
      <PortalError field={field} />
    </fieldset>
  );
}

type PortalSelectProps = {
  field: Field;
  label: string;
  hint?: string;
  options: readonly { readonly value: string; readonly label: string }[];
};

/** One of many choices. */
export function PortalSelect({ field, label, hint, options }: PortalSelectProps) {
  return (
    <div className="field">
      <label htmlFor={field.id}>{label}</label>
      <select {...controlProps(field, hint)} className="input" defaultValue={firstValue(field)}>
        <Options options={options} />
      </select>
      <PortalError field={field} />
      {hint === undefined ? null : (
        <div className="hint" id={field.descriptionId}>
          {hint}
        </div>
      )}
    </div>
  );
}

/** Yes or no. */
export function PortalCheck({ field, label, hint }: { field: Field; label: string; hint: string }) {
  return (
    <div className="field">
      <label className="check">
        <input {...controlProps(field, hint)} type="checkbox" defaultChecked={firstValue(field) === "on"} />
        {label}
      </label>
      <div className="hint" id={field.descriptionId}>
        {hint}
      </div>
    </div>
  );
}

function PortalError({ field }: { field: Field }) {
  const error = errorOf(field);
  const say = useProblem();
  return error === null ? null : (
    <div className="err" id={field.errorId}>
      {say(error)}
    </div>
  );
}

type PortalTextAreaProps = { field: Field; label: string; hint?: string | undefined } & Pick<
  TextareaHTMLAttributes<HTMLTextAreaElement>,
  "rows" | "placeholder"
>;

/** Text of several lines with its label. */
export function PortalTextArea({ field, label, hint, ...native }: PortalTextAreaProps) {
  return (
    <div className="field">
      <label htmlFor={field.id}>{label}</label>
      <textarea
        rows={4}
        {...native}
        {...controlProps(field, hint)}
        className="input"
        defaultValue={firstValue(field)}
      />
      <PortalError field={field} />
      {hint === undefined ? null : (
        <div className="hint" id={field.descriptionId}>
          {hint}
        </div>
      )}
    </div>
  );
}
