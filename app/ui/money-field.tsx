import { controlProps, errorOf, type Field, FieldMessages, firstValue, frameClass } from "./field-frame.tsx";
import { type Choice, Options } from "./options.tsx";

type MoneyFieldProps = {
  /** Fields of the amount (a decimal string) and of the ISO 4217 currency. */
  amount: Field;
  currency: Field;
  label: string;
  hint?: string;
  wide?: boolean;
  optional?: boolean;
  currencies: readonly Choice[];
};

/** An amount and its currency side by side. */
export function MoneyField({ amount, currency, label, hint, wide, optional, currencies }: MoneyFieldProps) {
  const start = firstValue(currency);
  return (
    <div className={frameClass({ wide, optional })}>
      <label htmlFor={amount.id}>{label}</label>
      <div className="flex">
        <select
          {...controlProps(currency, undefined)}
          className="input me-1 w-auto"
          aria-label={`${label}, currency`}
          defaultValue={start === "" ? currencies[0]?.value : start}
        >
          <Options options={currencies} />
        </select>
        <input
          {...controlProps(amount, hint)}
          className="input"
          inputMode="decimal"
          defaultValue={firstValue(amount)}
        />
      </div>
      <FieldMessages field={amount} hint={hint} />
      {errorOf(currency) === null ? null : <FieldMessages field={currency} hint={undefined} />}
    </div>
  );
}
