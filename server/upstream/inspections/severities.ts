export const severities = ["safety", "major", "repair", "maintenance", "monitor"] as const;
export type Severity = (typeof severities)[number];
