/** What people call the decisions on a finding. Apart from the other labels, which most pages load. */

export const decisions = ["repair", "credit", "accept", "verify"] as const;

const decisionNames: Readonly<Record<string, string>> = {
  repair: "Repair by seller",
  credit: "Credit from seller",
  accept: "Accept as is",
  verify: "Verify first",
};
export const decisionName = (decision: string): string => decisionNames[decision] ?? decision;

export const decisionChoices: readonly { readonly value: string; readonly label: string }[] = [
  { value: "", label: "Undecided" },
  ...decisions.map((value) => ({ value, label: decisionName(value) })),
];
