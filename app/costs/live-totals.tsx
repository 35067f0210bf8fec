import { useEffect, useState } from "react";
import { type Totals as Computed, estimateOf } from "../../arithmetic/costs/estimate.ts";
import { checkComplete, checkTogether, spelledOut } from "../../arithmetic/costs/rules.ts";
import type { Money } from "../json-api/values.ts";
import { isDay } from "../ui/date-format.ts";
import { parseForm } from "../ui/form-parse.ts";
import { isTouched } from "../ui/touched.ts";
import { formatFullAmount } from "./estimate.ts";
import { estimateForm, type TypedEstimate } from "./estimate-form.ts";

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
      <dl className="grid flex-1 grid-cols-3 gap-2">
        {labels.map(([name, label]) => (
          <div key={name}>
            <dt className="text-0 text-ink-2">{label}</dt>
            <dd>
              <b>{totals === null ? "—" : formatFullAmount(totals[name])}</b>
            </dd>
          </div>
        ))}
      </dl>
      <p className="muted small basis-full">{note}</p>
    </section>
  );
}

function asSaved(totals: Totals | null): Shown {
  return { totals, note: totals === null ? notes.none : notes.saved };
}

function readTotals(form: HTMLFormElement, before: Shown): Shown {
  const typed = parseForm(new FormData(form), estimateForm);
  if (typed.status !== "success") return { ...before, note: notes.unclear };
  const totals = totalsOf(typed.value);
  return { totals, note: totals === null ? notes.missing : notes.typed };
}

interface Totals {
  readonly monthlyPayment: Money;
  readonly closingCosts: Money;
  readonly cashToClose: Money;
}

/**
 * What the typed figures come to, as the service computes it.
 * @returns null as long as the service would not take them
 */
export function totalsOf(typed: TypedEstimate): Totals | null {
  let isGood = typed.closingOn === null || isDay(typed.closingOn);
  for (const check of [checkTogether, checkComplete]) {
    check(typed, () => {
      isGood = false;
    });
  }
  return isGood ? spelled(estimateOf(spelledOut(typed)).totals) : null;
}

function spelled({ monthly_payment, closing_costs, cash_to_close }: Computed): Totals {
  return { monthlyPayment: monthly_payment, closingCosts: closing_costs, cashToClose: cash_to_close };
}
