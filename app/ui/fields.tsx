import type { InputHTMLAttributes } from "react";
import { controlProps, FieldFrame, FieldMessages, type FieldProps, firstValue, firstValues } from "./field-frame.tsx";
import { type Choice, Options } from "./options.tsx";

type NativeInput = InputHTMLAttributes<HTMLInputElement>;

type TextFieldProps = FieldProps & {
  type?: "text" | "email" | "tel" | "password" | "url" | "number" | "date" | "datetime-local" | "search";
  /** Text that stands before the input and belongs to it, as the product's address before a workspace url. */
  prefix?: string;
  /** Offered by the browser while typing. */
  suggestions?: readonly string[];
} & Pick<
    NativeInput,
    | "autoComplete"
    | "inputMode"
    | "placeholder"
    | "autoFocus"
    | "required"
    | "spellCheck"
    | "autoCapitalize"
    | "step"
    | "min"
    | "max"
  >;

/**
 * One line of text. A password is never filled in again. `autoComplete="off"` is for secrets alone: browsers forget such a field on
 * reload and on the way back, with what was typed into it.
 */
export function TextField(props: TextFieldProps) {
  const { field, label, hint, wide, optional, type = "text", prefix, suggestions = [], ...native } = props;
  const list = suggestions.length === 0 ? undefined : `${field.id}-words`;
  const input = (
    <input
      {...native}
      {...controlProps(field, hint)}
      className={prefix === undefined ? "input" : "input rounded-s-none"}
      type={type}
      list={list}
      defaultValue={type === "password" ? undefined : firstValue(field)}
    />
  );
  return (
    <FieldFrame field={field} label={label} hint={hint} wide={wide} optional={optional}>
      {prefix === undefined ? (
        input
      ) : (
        <div className="affix">
          <span className="input">{prefix}</span>
          {input}
        </div>
      )}
      {list === undefined ? null : (
        <datalist id={list}>
          {suggestions.map((word) => (
            <option key={word} value={word} />
          ))}
        </datalist>
      )}
    </FieldFrame>
  );
}

type TextAreaProps = FieldProps & { rows?: number; placeholder?: string; required?: boolean };

/** Several lines of text. */
export function TextArea({ field, label, hint, wide, optional, rows = 4, ...native }: TextAreaProps) {
  return (
    <FieldFrame field={field} label={label} hint={hint} wide={wide} optional={optional}>
      <textarea
        {...native}
        {...controlProps(field, hint)}
        className="input"
        rows={rows}
        defaultValue={firstValue(field)}
      />
    </FieldFrame>
  );
}

/** A list typed into one field, as in preferred areas. Its schema is `textList` of form-values.ts. */
export function ListField({ hint = "One per line, or separated by commas.", rows = 3, ...rest }: TextAreaProps) {
  return <TextArea {...rest} hint={hint} rows={rows} />;
}

type SelectFieldProps = FieldProps & {
  options: readonly Choice[];
  /** Shown while nothing is chosen; sends nothing. */
  placeholder?: string;
  required?: boolean;
};

/** One of a few choices. */
export function SelectField({ field, label, hint, wide, optional, options, placeholder, ...native }: SelectFieldProps) {
  return (
    <FieldFrame field={field} label={label} hint={hint} wide={wide} optional={optional}>
      <select {...native} {...controlProps(field, hint)} className="input" defaultValue={firstValue(field)}>
        {placeholder === undefined ? null : <option value="">{placeholder}</option>}
        <Options options={options} />
      </select>
    </FieldFrame>
  );
}

/** Yes or no. Its schema is `checkbox` of form-values.ts. */
export function CheckboxField({ field, label, hint }: FieldProps) {
  return (
    <div className="field">
      <label className="check">
        <input {...controlProps(field, hint)} type="checkbox" defaultChecked={firstValue(field) === "on"} />
        {label}
      </label>
      <FieldMessages field={field} hint={hint} />
    </div>
  );
}

type ChoiceGroupProps = FieldProps & {
  options: readonly Choice[];
  single?: boolean;
  /** What is ticked besides what the field holds. */
  ticked?: readonly string[];
};

/** Several of a few choices as checkboxes, or with `single` one of them as radio buttons. Schema: `choices`. */
export function ChoiceGroup({ field, label, hint, options, single = false, ticked = [] }: ChoiceGroupProps) {
  const chosen = [...firstValues(field), ...ticked];
  const { id, required, ...control } = controlProps(field, hint);
  return (
    <fieldset className="field" id={id} tabIndex={-1}>
      <legend>{label}</legend>
      <div>
        {options.map((option) => (
          <label key={option.value} className="check">
            <input
              {...control}
              required={single && required}
              type={single ? "radio" : "checkbox"}
              value={option.value}
              defaultChecked={chosen.includes(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
      <FieldMessages field={field} hint={hint} />
    </fieldset>
  );
}
