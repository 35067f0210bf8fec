import { type KeyboardEvent, useEffect, useId, useState } from "react";
import { useFetcher, useNavigate } from "react-router";
import { Dialog } from "../ui/dialog.tsx";
import type { loader } from "./index.tsx";
import { type Hit, searchPath } from "./search.ts";

/** How long typing pauses before it is searched for (milliseconds). */
const pause = 150;

type PaletteProps = { onClose: () => void };

/**
 * The search for whoever keeps their hands on the keyboard: what is found stands below the box as one types, the arrows
 * choose and Enter goes there. It asks the same page as the box in the bar, and Enter without a choice leads to that page.
 */
export function Palette({ onClose }: PaletteProps) {
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState(0);
  const { load, data, state } = useFetcher<typeof loader>();
  const navigate = useNavigate();
  const listId = useId();
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
  const present = Math.min(chosen, Math.max(0, hits.length - 1));

  function go(address: string) {
    onClose();
    navigate(address);
  }

  function steer(event: KeyboardEvent<HTMLInputElement>) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (hits.length > 0) setChosen((present + step + hits.length) % hits.length);
    } else if (event.key === "Enter") {
      event.preventDefault();
      if (words !== "") go(hits[present]?.href ?? pageOf(words));
    }
  }

  return (
    <Dialog title="Search everything" onClose={onClose}>
      <input
        className="input"
        inputMode="search"
        role="combobox"
        aria-label="Search everything"
        aria-expanded={hits.length > 0}
        aria-controls={listId}
        aria-activedescendant={hits.length > 0 ? optionId(listId, present) : undefined}
        placeholder="Type a name, street or words from a document"
        autoComplete="off"
        maxLength={200}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setChosen(0);
        }}
        onKeyDown={steer}
      />
      <p className="menu-head" aria-live="polite">
        {say(words, state !== "idle", found === null ? null : { count: hits.length, isGuess: found.isGuess })}
      </p>
      <div id={listId} role="listbox" aria-label="Results">
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: options are grouped; a fieldset has no place in a list of choices
          <div key={group.kind} role="group" aria-label={group.title}>
            <div className="menu-head" aria-hidden="true">
              {group.title}
            </div>
            {group.hits.map((hit) => {
              const place = hits.indexOf(hit);
              return (
                <Option
                  key={hit.id}
                  id={optionId(listId, place)}
                  hit={hit}
                  isChosen={place === present}
                  onPick={() => go(hit.href)}
                />
              );
            })}
          </div>
        ))}
      </div>
    </Dialog>
  );
}

type OptionProps = { id: string; hit: Hit; isChosen: boolean; onPick: () => void };

/** One line. The keyboard stays in the box: it is steered from there. */
function Option({ id, hit, isChosen, onPick }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are the box's, which names this line as its active one
    <div
      id={id}
      role="option"
      aria-selected={isChosen}
      tabIndex={-1}
      className="item"
      ref={(line) => {
        if (isChosen) line?.scrollIntoView({ block: "nearest" });
      }}
      onClick={onPick}
    >
      <div>
        <b>{hit.title}</b>
        {hit.detail === null ? null : <div className="muted small">{hit.detail}</div>}
      </div>
    </div>
  );
}

function optionId(listId: string, place: number): string {
  return `${listId}-${place}`;
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
