/** Choosing properties and seeing them side by side. */
export const compareEn = {
  hint: "Tick two to four properties to see them side by side.",
  pick: "Compare",
  send: "Compare properties",
  title: "Side by side",
  subtitle: "Two to four of your properties, next to each other.",
  wrongNumber: "Choose two, three or four properties to compare.",
  back: "Back to your properties",
  /** Of a card. */
  priority: "Priority:",
  badges: { High: "High", Medium: "Medium", Low: "Low" },
  own: "Your priority",
  agent: (name: string) => `Priority of ${name}`,
  rating: "Your rating",
  stars: (rating: number) => `${rating} of 5`,
  unknown: "Not known",
  none: "None yet",
};

export type CompareTexts = typeof compareEn;
