/** What a client looks for, and what they want the agent to change about it. */
export const wishesEn = {
  title: "What you are looking for",
  subtitle: (agent: string) => `${agent} looks for homes with this in mind. Leave blank what does not matter to you.`,
  none: "Nothing is written down yet. Say what you need, and your agent looks for it.",
  budgetIn: (currency: string) => `Budget, at most (${currency})`,
  /** Of the form. */
  labels: {
    minBeds: "Bedrooms, at least",
    minBaths: "Bathrooms, at least",
    minLotSize: "Lot in square feet, at least",
    minGarages: "Garage spaces, at least",
    preferredAreas: "Areas you like",
    propertyTypes: "Kinds of home",
  },
  /** Of what is shown. */
  facts: {
    budget: "Budget",
    minBeds: "Bedrooms",
    minBaths: "Bathrooms",
    minLotSize: "Lot",
    minGarages: "Garage spaces",
    preferredAreas: "Areas you like",
    propertyTypes: "Kinds of home",
  },
  hints: {
    budget: "For example 650,000.",
    minBaths: "A half bathroom has no bath or shower. For example 2.5.",
    preferredAreas: "One on each line.",
    propertyTypes: "One on each line, for example house, townhouse or apartment.",
  },
  remarkHint: (agent: string) => `Anything else that ${agent} should know. You may leave this blank.`,
  orMore: (figure: string) => `${figure} or more`,
  change: "Change",
  changeAgain: "See or change what you sent",
  stillWaiting: (agent: string) => `This is what you sent to ${agent}. You can still change it.`,
  waiting: (agent: string, day: string) => `You asked for changes on ${day}. ${agent} looks at them first.`,
  outcomes: {
    accepted: (agent: string, day: string) => `${agent} made your changes on ${day}.`,
    partly: (agent: string, day: string) => `${agent} made some of your changes on ${day}.`,
    dismissed: (agent: string, day: string) => `${agent} left this as it was on ${day}. Ask if you want to know why.`,
  },
  sent: "Your changes are sent.",
  unchanged: "Nothing is to be changed.",
  back: "Back to your details",
};

/** What is wrong with a field. */
export const wishesProblemsEn = {
  enterBudget: "Type the budget as one number, for example 650,000.",
  otherCurrency:
    "Type the budget in the currency that its label names. To change the currency, write to your agent below.",
  enterCount: "Type a whole number from 0 to 99.",
  enterBaths: "Type a number from 0 to 99, for example 2 or 2.5.",
  enterLot: "Type a number of square feet, for example 4,000.",
};

/** What the copy of a person's data calls the wishes. */
export const wishCopyEn = {
  min_beds: "Bedrooms at least",
  min_baths: "Bathrooms at least",
  min_lot_size: "Lot at least (sq ft)",
  min_garages: "Garages at least",
  preferred_areas: "Areas",
  property_types: "Kinds of home",
};
