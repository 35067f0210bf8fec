import { useEffect, useState } from "react";
import { parseForm } from "../ui/form-parse.ts";
import { isTouched } from "../ui/touched.ts";
import { formatFullAmount } from "./estimate.ts";
import { estimateForm } from "./estimate-form.ts";
import { type Totals, totalsOf } from "./typed-totals.ts";

interface Shown {
  readonly totals: Totals | null;
  readonly note: string;
}

const notes = {
  saved: "As last saved.",
  none: "Shown once the estimate is saved.",
  typed: "As typed. Save the estimate to keep them.",
  missing: "Shown once price, down payment, interest rate and term are entered.",
  unclear: "Not up to date: some entries are incomplete.",
};

const labels = [
  ["monthlyPayment", "Monthly payment"],
  ["closingCosts", "Closing costs"],
  ["cashToClose", "Cash to close"],
] as const;

type LiveTotalsProps = {
  /** Of the form that the figures are typed into. */
  formId: string;
  /** What the saved estimate comes to; null before there is one. */
  saved: Totals | null;
  /** Whether the form begins with other figures than the saved ones. */
  isOther: boolean;
};

/** What an estimate comes to: as it was saved, and with scripts at every change as it is typed. It stays in sight. */
export function LiveTotals({ formId, saved, isOther }: LiveTotalsProps) {
  const [shown, setShown] = useState<Shown>(() => asSaved(saved));
  useEffect(() => {
    const form = document.getElementById(formId);
    if (!(form instanceof HTMLFormElement)) return undefined;
    const isAsSaved = () => saved !== null && !isOther && !isTouched(form);
    const update = () => setShown((before) => (isAsSaved() ? asSaved(saved) : readTotals(form, before)));
    // Also what was typed before the scripts were there, and what a template brings.
    update();
    form.addEventListener("input", update);
    return () => form.removeEventListener("input", update);
  }, [formId, saved, isOther]);
  const { totals, note } = shown;
  return (
    <section className="sheet figures in-sight" aria-label="Totals">
      <dl>
        {labels.map(([name, label]) => (
          <div key={name}>
            <dt>{label}</dt>
            <dd>
              <b>{totals === null ? "—" : formatFullAmount(totals[name])}</b>
            </dd>
          </div>
        ))}
      </dl>
      <p className="muted small">{note}</p>
    </section>
  );
}

function asSaved(totals: Totals | null): Shown {
  return { totals, note: totals === null ? notes.none : notes.saved };
}

/** What is in the form comes to; the figures before stay while an entry is no figure yet, as in "6.". */
function readTotals(form: HTMLFormElement, before: Shown): Shown {
  const typed = parseForm(new FormData(form), estimateForm);
  if (typed.status !== "success") return { ...before, note: notes.unclear };
  const totals = totalsOf(typed.value);
  return { totals, note: totals === null ? notes.missing : notes.typed };
}
