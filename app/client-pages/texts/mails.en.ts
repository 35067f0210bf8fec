/** Texts of which emails clients want. */
export const mailsEn = {
  title: "Emails you want",
  text: "We email you when your agent writes to you. Emails that sign you in always come when you ask for them.",
  how: "How often?",
  choices: {
    each: "Soon after it happens",
    daily: "Once a day",
    none: "No emails",
  },
  save: "Save choice",
  saved: "Your choice is saved.",
  noChoice: "Choose how often you want emails. Nothing was changed.",
  /** @param workspace whose emails they are */
  of: (workspace: string, email: string) => `Emails from ${workspace} to ${email}.`,
  stopped: "You get no more of these emails.",
  oldTitle: "This link does not work",
  old: "Open the link from your newest email, or sign in and look under “Your details”.",
};

export type MailsTexts = typeof mailsEn;
