import { Combobox, ComboboxInput, ComboboxOption, ComboboxOptions } from "@headlessui/react";
import { type KeyboardEvent, useEffect, useState } from "react";
import { useFetcher, useNavigate } from "react-router";
import { Dialog } from "../ui/dialog.tsx";
import type { SearchAction } from "./actions.ts";
import type { loader } from "./index.tsx";
import { listRecent, type Recent } from "./recent.ts";
import { type Hit, searchPath } from "./search.ts";

/** How long typing pauses before it is searched for (milliseconds). */
const pause = 150;

type PaletteProps = {
  typed: string;
  scope: string;
  onClose: () => void;
};

type Line = Pick<Hit, "id" | "href" | "title" | "detail">;

/**
 * The search for whoever keeps their hands on the keyboard: what is found stands below the box as one types, the arrows
 * choose and Enter goes there. It asks the same page as the box in the bar, and Enter without a choice leads to that page. Before a
 * word is typed, it has what was opened last and what can be done; then those of the latter that have the words.
 */
export function Palette({ typed: typedBefore, scope, onClose }: PaletteProps) {
  const [typed, setTyped] = useState(typedBefore);
  const { load, data, state } = useFetcher<typeof loader>();
  const navigate = useNavigate();
  const words = typed.trim();

  useEffect(() => {
    const timer = setTimeout(() => load(pageOf(words)), words === "" ? 0 : pause);
    return () => clearTimeout(timer);
  }, [words, load]);

  // Of an answer to what stands in the box no more, nothing is shown.
  const found = data?.words === words ? data.found : null;
  const hits = found?.groups.flatMap((group) => group.hits) ?? [];
  const groups = [
    { key: "recent", title: "Recent", lines: words === "" ? linesOf(listRecent(scope)) : [] },
    ...(found?.groups ?? []).map((group) => ({ key: group.kind, title: group.title, lines: group.hits })),
    { key: "actions", title: "Actions", lines: linesOf((data?.actions ?? []).filter(hasAll(words))) },
  ].filter(({ lines }) => lines.length > 0);

  function go(address: string) {
    onClose();
    navigate(address);
  }

  /** What the list itself does not do: one Escape closes it with the dialog, and Enter goes somewhere without a choice. */
  function steer(event: KeyboardEvent<HTMLInputElement>, isOpen: boolean) {
    if (event.key === "Escape") onClose();
    else if (event.key !== "Enter" || (isOpen && groups.length > 0)) return;
    else if (words !== "") go(hits[0]?.href ?? pageOf(words));
    event.preventDefault();
  }

  return (
    <Dialog title="Search everything" onClose={onClose}>
      <Combobox<Line | null> value={null} onChange={(line) => line !== null && go(line.href)}>
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
              {groups.map(({ key, title, lines }) => (
                // biome-ignore lint/a11y/useSemanticElements: options are grouped; a fieldset has no place in a list of choices
                <div key={key} role="group" aria-label={title}>
                  <div className="menu-head" aria-hidden="true">
                    {title}
                  </div>
                  {lines.map((line) => (
                    <ComboboxOption key={line.id} value={line} className="item">
                      <div>
                        <b>{line.title}</b>
                        {line.detail === null ? null : <div className="muted small">{line.detail}</div>}
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

function linesOf(pages: readonly (Recent | SearchAction)[]): readonly Line[] {
  return pages.map(({ title, href }) => ({ id: href, href, title, detail: null }));
}

function hasAll(words: string) {
  const parts = words.toLowerCase().split(/\s+/);
  return ({ title }: SearchAction) => parts.every((part) => title.toLowerCase().includes(part));
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
