import { type ReactNode, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Handover, RecordComboboxProps } from "./record-combobox.tsx";

type Loaded = { readonly Combobox: typeof import("./combobox.ts").RecordCombobox; readonly handover: Handover };

type PickInputProps = RecordComboboxProps & {
  /** Beside the text field while it is one. */
  children?: ReactNode;
};

/**
 * The text field of a picker. On pages that hydrate, a combobox takes its place once its code is there, with the letters
 * that were typed meanwhile; where it does not come the field works as it is.
 */
export function PickInput({ children, ...props }: PickInputProps) {
  const { input, picked, onChange } = props;
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const take = useRef((_text: string) => {});
  take.current = (text) => {
    if (text !== picked.text) onChange({ id: null, text });
  };

  useEffect(() => {
    const native = field.current;
    if (native === null || savesData()) return undefined;
    let isHere = true;
    let isComposing = false;
    let start = () => {
      start = () => {};
      import("./combobox.ts").then(replace, () => {});
    };
    function replace(code: typeof import("./combobox.ts")) {
      if (!isHere || native === null) return;
      if (isComposing) {
        native.addEventListener("compositionend", () => replace(code), { once: true });
        return;
      }
      const { value: text, defaultValue: initial, selectionStart, selectionEnd } = native;
      const hasFocus = document.activeElement === native;
      const selection = hasFocus ? ([selectionStart ?? text.length, selectionEnd ?? text.length] as const) : null;
      // At once, so that no letter falls between the two fields.
      flushSync(() => {
        take.current(text);
        setLoaded({ Combobox: code.RecordCombobox, handover: { text, initial, selection } });
      });
    }
    const compose = ({ type }: Event) => {
      isComposing = type === "compositionstart";
    };
    const begin = () => start();
    native.addEventListener("compositionstart", compose);
    native.addEventListener("compositionend", compose);
    native.addEventListener("focus", begin, { once: true });
    const cancel = whenIdle(begin);
    return () => {
      isHere = false;
      cancel();
      native.removeEventListener("focus", begin);
    };
  }, []);

  if (loaded !== null) return <loaded.Combobox {...props} handover={loaded.handover} />;
  return (
    <>
      <input {...input} ref={field} defaultValue={picked.text} />
      {children}
    </>
  );
}

/** Also for a visitor who chose the full pages by hand: they may have done so on another connection. */
function savesData(): boolean {
  const connection: { saveData?: boolean } = "connection" in navigator ? (navigator.connection ?? {}) : {};
  return connection.saveData === true;
}

/** Safari has no idle callback. */
function whenIdle(run: () => void): () => void {
  if ("requestIdleCallback" in window) {
    const handle = requestIdleCallback(run);
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(run, 200);
  return () => clearTimeout(timer);
}
