/** The texts of the pages that anybody may open: the landing page, contact, registration, and the foot of every page. */
export const landingEn = {
  foot: {
    about: (workspace: string) => `About ${workspace}`,
    license: (number: string) => `License ${number}`,
    phone: "Phone",
    equalHousing: "Equal Housing Opportunity",
    website: "Website",
    privacy: "Privacy",
    terms: "Terms",
  },
  page: {
    with: (workspace: string) => `Your agent at ${workspace}`,
    register: "Register",
    contact: "Contact",
    signIn: "Already a client? Sign in",
    own: "Go to your home search",
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
  contact: {
    title: (agent: string) => `Write to ${agent}`,
    subtitle: (workspace: string) => `Your message goes to ${workspace}. You get an answer by email or phone.`,
    name: "Name",
    email: "Email",
    phone: "Phone number",
    optional: "You may leave this blank.",
    message: "Message",
    send: "Send message",
    sentTitle: "Thank you for your message",
    sent: (agent: string) => `${agent} has it and will answer you.`,
    back: "Back to the first page",
  },
  register: {
    title: (workspace: string) => `Register at ${workspace}`,
    subtitle: (agent: string) =>
      `First we send you an email to make sure that the address is yours. Then ${agent} looks at your request.`,
    agree: {
      both: (workspace: string) => `I agree to the terms and the privacy rules of ${workspace}.`,
      terms: (workspace: string) => `I agree to the terms of ${workspace}.`,
      privacy: (workspace: string) => `I agree to the privacy rules of ${workspace}.`,
    },
    send: "Register",
    sentTitle: "Look in your email",
    sent: "We have just sent you an email. Open the link in it and press the button there. The link works for 7 days.",
    offTitle: "Registration is closed",
    off: (workspace: string) => `${workspace} does not take registrations here. You can still write a message.`,
  },
  confirm: {
    title: "Confirm your email address",
    text: (workspace: string) => `Press the button to register at ${workspace}.`,
    send: "Confirm my address",
    welcome: (workspace: string) => `Welcome to ${workspace}!`,
    wait: (agent: string) =>
      `Your address is confirmed. ${agent} looks at your request now. As soon as it is accepted, you get an email with a link to your own page.`,
    oldTitle: "This link no longer works",
    old: "It is too old, or it was not copied completely. Register again to get a fresh one.",
  },
  preview: {
    title: "Preview.",
    text: "This is the page that everybody sees.",
    back: "Back to the settings",
  },
};

/** What is wrong with a field of these pages. */
export const landingProblemsEn = {
  enterMessage: "Write a message.",
  longMessage: "Write at most 4,000 characters.",
  agreeFirst: "Tick the box if you agree. Without that you can't register.",
  tooManyRequests: "Too many messages came from here. This one was not sent. Try again later, or call.",
};

export type LandingTexts = typeof landingEn;
