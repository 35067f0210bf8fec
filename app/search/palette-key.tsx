import { type ComponentType, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";

type Palette = ComponentType<{ typed: string; onClose: () => void }>;
type Opened = { readonly Palette: Palette; readonly typed: string };

/**
 * Opens the palette by Ctrl+K or ⌘K, and by "/" where nobody is typing. Its code is fetched when it is first asked for; what is
 * typed until it is there stands in it.
 */
export function PaletteKey() {
  const [opened, setOpened] = useState<Opened | null>(null);
  /** What was typed since it was asked for; null while nobody waits for it. */
  const typed = useRef<string | null>(null);

  useEffect(() => {
    async function listen(event: KeyboardEvent) {
      if (event.defaultPrevented || document.querySelector("dialog:modal")) return;
      if (typed.current !== null) {
        typed.current = typeInto(typed.current, event);
      } else if (asksForIt(event)) {
        event.preventDefault();
        typed.current = "";
        // Where it cannot be fetched, the box in the bar is still there.
        const loaded = await import("../picking/combobox.ts").catch(() => null);
        const text = typed.current;
        // At once, so that no letter falls between this and the box.
        if (loaded !== null && text !== null) flushSync(() => setOpened({ Palette: loaded.Palette, typed: text }));
        typed.current = null;
      }
    }
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);

  return opened === null ? null : <opened.Palette typed={opened.typed} onClose={() => setOpened(null)} />;
}

function asksForIt({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if ((ctrlKey || metaKey) && !altKey) return key.toLowerCase() === "k";
  const isTyping = target instanceof Element && target.closest("input, textarea, select");
  return key === "/" && !altKey && !isTyping;
}

/** The text after one more key; null after Escape, when nobody wants the palette any more. */
function typeInto(text: string, event: KeyboardEvent): string | null {
  const { key, ctrlKey, metaKey, altKey } = event;
  if (key === "Escape") return null;
  const isLetter = Array.from(key).length === 1 && !ctrlKey && !metaKey && !altKey;
  if (!isLetter && key !== "Backspace") return text;
  event.preventDefault();
  return isLetter ? text + key : text.slice(0, -1);
}
