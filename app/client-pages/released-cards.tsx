import type { ReactNode } from "react";
import type { Released } from "./released.ts";
import { ComparablesOfProperty } from "./released-comparables.tsx";
import { CostsOfProperty } from "./released-costs.tsx";
import { FindingsOfProperty } from "./released-findings.tsx";
import { useTexts } from "./texts/texts.ts";

/** What the agent has released of a property, a section each; what was not, or is empty, is left out. */
export function ReleasedCards({ released: parts }: { released: Released | null }) {
  const { released } = useTexts();
  const { costs = null, findings, comparables } = parts ?? {};
  const others = (
    <>
      {findings?.length ? (
        <Card title={released.findings.title}>
          <FindingsOfProperty findings={findings} />
        </Card>
      ) : null}
      {comparables?.length ? (
        <Card title={released.comparables.title}>
          <ComparablesOfProperty comparables={comparables} />
        </Card>
      ) : null}
    </>
  );
  if (costs === null) return others;
  return (
    <>
      <Card title={released.costs.title}>
        <CostsOfProperty costs={costs} />
      </Card>
      {others}
    </>
  );
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="sec">
      <h2>{title}</h2>
      {children}
    </section>
  );
}
