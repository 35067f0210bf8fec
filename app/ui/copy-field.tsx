/**
 * A text to be copied. The script of all pages selects it at a click, and its button copies; without scripts there is no button.
 */
export function CopyField({ label, value }: { label: string; value: string }) {
  return (
    <div className="mt-1 flex gap-2">
      <input className="input" type="text" readOnly aria-label={label} defaultValue={value} />
      <button className="btn noscript:hidden" type="button" data-copies>
        Copy
      </button>
    </div>
  );
}
