import { type ComponentType, useEffect, useState } from "react";

type Palette = ComponentType<{ onClose: () => void }>;

/** Opens the palette by Ctrl+K or ⌘K, and by "/" where nobody is typing. Its code is fetched when it is first asked for. */
export function PaletteKey() {
  const [Open, setOpen] = useState<Palette | null>(null);

  useEffect(() => {
    async function listen(event: KeyboardEvent) {
      if (event.defaultPrevented || !asksForIt(event) || document.querySelector("dialog:modal")) return;
      event.preventDefault();
      // Where it cannot be fetched, the box in the bar is still there.
      const loaded = await import("./palette.tsx").catch(() => null);
      if (loaded !== null) setOpen(() => loaded.Palette);
    }
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);

  return Open === null ? null : <Open onClose={() => setOpen(null)} />;
}

function asksForIt({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if ((ctrlKey || metaKey) && !altKey) return key.toLowerCase() === "k";
  const isTyping = target instanceof Element && target.closest("input, textarea, select");
  return key === "/" && !altKey && !isTyping;
}
