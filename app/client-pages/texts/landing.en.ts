/** The texts of the pages that anybody may open: the landing page, contact, registration, and the foot of every page. */
export const landingEn = {
  foot: {
    license: (number: string) => `License ${number}`,
    equalHousing: "Equal Housing Opportunity",
    privacy: "Privacy",
    terms: "Terms",
  },
  page: {
    with: (workspace: string) => `Your agent at ${workspace}`,
    register: "Register",
    contact: "Contact",
    signIn: "Already a client? Sign in",
    customers: "Satisfied Customers",
    questions: "Frequently Asked Questions",
    answers: [
      {
        question: "When can I start to look at properties?",
        answer:
          "Shopping for properties cannot start until a pre-approval is in place. A pre-approval is a letter from a bank or lender that says how much money it would lend you.",
      },
      {
        question: "Which properties should I view?",
        answer:
          "View only properties that fit your criteria (your budget, the size and the area that you need) and that you really intend to buy.",
      },
    ],
  },
  which: {
    title: "Whose page are you looking for?",
    subtitle: "Type the name at the end of your agent's web address.",
    workspace: "Workspace url",
    hint: "For example: evergreen",
    send: "Open",
  },
  preview: {
    title: "Preview.",
    text: "This is the page that everybody sees.",
    back: "Back to the settings",
  },
};

export type LandingTexts = typeof landingEn;
