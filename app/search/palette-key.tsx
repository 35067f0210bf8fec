import { type ComponentType, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useNavigate } from "react-router";
import { useRecentRecord } from "./recent.ts";
import { goTo } from "./shortcuts.ts";

type Over = ComponentType<{ typed: string; scope: string; onClose: () => void }>;
type Opened = { readonly Over: Over; readonly typed: string };

/** How long the first of two keys is waited upon by the second (milliseconds). */
const pause = 1500;

type PaletteKeyProps = {
  scope: string;
};

/**
 * Opens the palette by Ctrl+K or ⌘K, by "/" where nobody is typing, and by what is typed into the bar's box; and the list of keys
 * by "?". Their code is fetched when they are first asked for; what is typed until the palette is there stands in it. "G" and a
 * letter lead to a page.
 */
export function PaletteKey({ scope }: PaletteKeyProps) {
  const [opened, setOpened] = useState<Opened | null>(null);
  /** What was typed since it was asked for; null while nobody waits for it. */
  const typed = useRef<string | null>(null);
  /** When "G" was pressed, if it was the last key. */
  const going = useRef(Number.NEGATIVE_INFINITY);
  const navigate = useNavigate();
  useRecentRecord(scope);

  useEffect(() => {
    async function open(load: () => Promise<Over>) {
      typed.current = "";
      // Where it cannot be fetched, the box in the bar is still there, and the link in the menu.
      const Over = await load().catch(() => null);
      const text = typed.current;
      // At once, so that no letter falls between this and the box.
      if (Over !== null && text !== null) flushSync(() => setOpened({ Over, typed: text }));
      typed.current = null;
    }
    function listen(event: KeyboardEvent) {
      if (event.defaultPrevented || document.querySelector("dialog:modal")) return;
      const address = event.timeStamp - going.current < pause ? goTo[event.key]?.href : undefined;
      going.current = Number.NEGATIVE_INFINITY;
      if (typed.current !== null) {
        typed.current = typeInto(typed.current, event);
        return;
      }
      const load = asksForPalette(event) ? loadPalette : isPlain(event) && event.key === "?" ? loadShortcuts : null;
      if (load !== null) {
        event.preventDefault();
        void open(load);
      } else if (isPlain(event) && address !== undefined) {
        event.preventDefault();
        navigate(address);
      } else if (isPlain(event) && event.key === "g") {
        going.current = event.timeStamp;
      }
    }
    async function openFromBar(event: Event) {
      const { target } = event;
      if (!(target instanceof HTMLInputElement) || target.closest(".find") === null || isComposing(event)) return;
      const Over = await loadPalette().catch(() => null);
      // What was typed meanwhile stands in the box, too; by Enter it has been searched for already.
      const { value } = target;
      if (Over === null || document.activeElement !== target || value.trim() === "") return;
      target.value = "";
      flushSync(() => setOpened({ Over, typed: value }));
    }
    document.addEventListener("keydown", listen);
    document.addEventListener("input", openFromBar);
    return () => {
      document.removeEventListener("keydown", listen);
      document.removeEventListener("input", openFromBar);
    };
  }, [navigate]);

  if (opened === null) return null;
  return <opened.Over typed={opened.typed} scope={scope} onClose={() => setOpened(null)} />;
}

const loadPalette = async (): Promise<Over> => (await import("../picking/combobox.ts")).Palette;
const loadShortcuts = async (): Promise<Over> => (await import("./shortcuts-dialog.tsx")).ShortcutsDialog;

function asksForPalette(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey } = event;
  if ((ctrlKey || metaKey) && !altKey) return key.toLowerCase() === "k";
  return key === "/" && isPlain(event);
}

function isPlain({ ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  const isTyping = target instanceof Element && target.closest("input, textarea, select");
  return !ctrlKey && !metaKey && !altKey && !isTyping;
}

/** Whether a letter is still being put together from several keys. */
function isComposing(event: Event): boolean {
  return event instanceof InputEvent && event.isComposing;
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
