import { Combobox, ComboboxInput, ComboboxOption, ComboboxOptions } from "@headlessui/react";
import { type KeyboardEvent, useEffect, useState } from "react";
import { useFetcher, useNavigate } from "react-router";
import { Dialog } from "../ui/dialog.tsx";
import type { loader } from "./index.tsx";
import { type Hit, searchPath } from "./search.ts";

/** How long typing pauses before it is searched for (milliseconds). */
const pause = 150;

type PaletteProps = {
  /** What was typed while the palette was on its way. */
  typed: string;
  onClose: () => void;
};

/**
 * The search for whoever keeps their hands on the keyboard: what is found stands below the box as one types, the arrows
 * choose and Enter goes there. It asks the same page as the box in the bar, and Enter without a choice leads to that page.
 */
export function Palette({ typed: typedBefore, onClose }: PaletteProps) {
  const [typed, setTyped] = useState(typedBefore);
  const { load, data, state } = useFetcher<typeof loader>();
  const navigate = useNavigate();
  const words = typed.trim();

  useEffect(() => {
    if (words === "") return;
    const timer = setTimeout(() => load(pageOf(words)), pause);
    return () => clearTimeout(timer);
  }, [words, load]);

  // Of an answer to what stands in the box no more, nothing is shown.
  const found = data?.words === words ? data.found : null;
  const groups = found?.groups ?? [];
  const hits = groups.flatMap((group) => group.hits);

  function go(address: string) {
    onClose();
    navigate(address);
  }

  /** What the list itself does not do: one Escape closes it with the dialog, and Enter goes somewhere without a choice. */
  function steer(event: KeyboardEvent<HTMLInputElement>, isOpen: boolean) {
    if (event.key === "Escape") onClose();
    else if (event.key !== "Enter" || (isOpen && hits.length > 0)) return;
    else if (words !== "") go(hits[0]?.href ?? pageOf(words));
    event.preventDefault();
  }

  return (
    <Dialog title="Search everything" onClose={onClose}>
      <Combobox<Hit | null> value={null} onChange={(hit) => hit !== null && go(hit.href)}>
        {({ open }) => (
          <>
            <ComboboxInput
              className="input"
              inputMode="search"
              aria-label="Search everything"
              placeholder="Type a name, street or words from a document"
              autoComplete="off"
              maxLength={200}
              displayValue={() => typed}
              onChange={(event) => setTyped(event.target.value)}
              onKeyDown={(event) => steer(event, open)}
            />
            <p className="menu-head" aria-live="polite">
              {say(words, state !== "idle", found === null ? null : { count: hits.length, isGuess: found.isGuess })}
            </p>
            <ComboboxOptions static modal={false} aria-label="Results">
              {groups.map((group) => (
                // biome-ignore lint/a11y/useSemanticElements: options are grouped; a fieldset has no place in a list of choices
                <div key={group.kind} role="group" aria-label={group.title}>
                  <div className="menu-head" aria-hidden="true">
                    {group.title}
                  </div>
                  {group.hits.map((hit) => (
                    <ComboboxOption key={hit.id} value={hit} className="item">
                      <div>
                        <b>{hit.title}</b>
                        {hit.detail === null ? null : <div className="muted small">{hit.detail}</div>}
                      </div>
                    </ComboboxOption>
                  ))}
                </div>
              ))}
            </ComboboxOptions>
          </>
        )}
      </Combobox>
    </Dialog>
  );
}

function pageOf(words: string): string {
  return `${searchPath}?${new URLSearchParams({ q: words })}`;
}

function say(words: string, isBusy: boolean, found: { count: number; isGuess: boolean } | null): string {
  if (words === "") return "↑↓ to select · Enter to open · Esc to close";
  if (found === null) return isBusy ? "Searching…" : "";
  if (found.count === 0) return "No results.";
  const results = `${found.count} ${found.count === 1 ? "result" : "results"}.`;
  return found.isGuess ? `Nothing has exactly these words. ${results}` : results;
}
