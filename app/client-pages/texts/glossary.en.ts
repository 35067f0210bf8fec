/** Real-estate words, explained where they stand. Plain words, for a reading age of twelve. */
export const terms = {
  explain: "What does this mean?",
  explainWord: (word: string) => `What does “${word}” mean?`,
  names: {
    showing: "Showing",
    offers_due: "Offers due",
    offer_expires: "End of the offer",
    inspection_deadline: "Last day for inspections",
    list_price: "List price",
  },
  showing: "A visit to the house with your agent. You can look at every room and ask questions.",
  offers_due: "The seller looks at offers that arrive by then.",
  offer_expires: "The seller can say yes until then. After that your offer no longer counts.",
  inspection_deadline: "Until then you may have the house looked at by an inspector and ask for repairs.",
  list_price: "What the seller asks for the house. An offer may be higher or lower.",
  /** Words that agents use in the terms of an offer. */
  inOffers: {
    title: "Words used in offers",
    words: [
      [
        "Appraisal",
        "Someone whom the bank sends says what the house is worth. The bank lends no more than that allows.",
      ],
      ["Closing", "The day you pay and get the keys."],
      ["Contingency", "A condition. If it is not met, for example if the bank gives no loan, you may step back."],
      ["Earnest money", "Money that you pay first, to show that you mean it. It counts toward the price."],
      ["Escrow", "A neutral office keeps the money until both sides have done what they promised."],
      ["HOA", "The homeowners association takes care of what neighbors share, and charges dues for it."],
      ["Pre-approval", "A letter in which a bank says how much it would lend you."],
      ["Seller credit", "Money that the seller gives you at closing, often in place of a repair."],
    ] as readonly (readonly [word: string, meaning: string])[],
  },
};
