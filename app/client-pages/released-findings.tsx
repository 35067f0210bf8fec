import { type ReleasedFinding, repairRange, severities } from "./released.ts";
import { Term } from "./term.tsx";
import { rangeOf } from "./texts/format.ts";
import { useLanguage, useTexts } from "./texts/texts.ts";

/** What an inspection found, the worst first, with what repairs may cost and what was decided. */
export function FindingsOfProperty({ findings }: { findings: readonly ReleasedFinding[] }) {
  const { released } = useTexts();
  const language = useLanguage();
  const words = released.findings;
  const together = repairRange(findings);
  const isOther = ({ severity }: ReleasedFinding) => !severities.some((known) => known === severity);
  const groups = [
    ...severities.map((severity) => ({
      isSevere: severity === "safety" || severity === "major",
      ...words.severities[severity],
      found: findings.filter((finding) => finding.severity === severity),
    })),
    { isSevere: false, ...words.other, found: findings.filter(isOther) },
  ].filter(({ found }) => found.length > 0);
  return (
    <>
      {together === null ? null : (
        <p>
          {words.together} <b className="num">{rangeOf(language, together.low, together.high)}</b>
        </p>
      )}
      {groups.map(({ isSevere, name, why, found }) => (
        <section key={name} className="mt-3">
          <h3 className={isSevere ? "late" : undefined}>{name}</h3>
          <p className="muted small mb-3">{why}</p>
          <ul className="rows">
            {found.map((finding) => (
              <FindingLine key={finding.id} finding={finding} />
            ))}
          </ul>
        </section>
      ))}
      <Term of={words.title}>{words.term}</Term>
    </>
  );
}

function FindingLine({ finding: { title, system, lowCost, highCost, decision } }: { finding: ReleasedFinding }) {
  const { released } = useTexts();
  const language = useLanguage();
  const { decisions, undecided, systems } = released.findings;
  const [low, high] = [lowCost ?? highCost, highCost ?? lowCost];
  const named = new Map(Object.entries(systems)).get(system) ?? system;
  const decided = new Map(Object.entries(decisions)).get(decision ?? "");
  return (
    <li>
      <div className="g">
        <b>{title}</b>
        <div className="muted small">{named}</div>
        <div className="small">{decided ?? undecided}</div>
      </div>
      {low === null || high === null ? null : <span className="num">{rangeOf(language, low, high)}</span>}
    </li>
  );
}
