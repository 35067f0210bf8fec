/** What a link to a property shows to people outside the workspace. */
export const sharing = {
  subtitle: (workspace: string | null) =>
    workspace === null ? "Someone has shared a property with you." : `${workspace} has shared a property with you.`,
  press: "Press the button to see it. You need no account.",
  open: "Open",
  passcode: "Passcode",
  passcodeHint: "Ask the person who sent you the link.",
  withYou: "Shared with you",
  ask: "Ask about this property",
  facts: "About this property",
  documents: "Documents",
  summary: "Summary",
  summaryOf: (label: string) => `Summary of ${label}`,
  save: "Download",
  saveOf: (label: string) => `Download ${label}`,
  notShown: "Can't be viewed here",
  cutOff: "The last part of this picture is missing",
  more: "More documents",
  earlier: "Earlier documents",
  back: "Back to the property",
  page: (number: number) => `Page ${number}`,
  points: "Points",
  origins: {
    extract: "Key sentences quoted directly from the document, approved by the agent.",
    model: "An AI model wrote these points from the document, and the agent approved them.",
  },
  readItself: "Read the document itself before you decide.",
  endings: {
    unknown: {
      title: "We can't find this link",
      text: "Check that you copied the whole address, or ask the person who shared it for a new one.",
    },
    revoked: {
      title: "This link no longer works",
      text: "The person who shared it has turned it off. Ask them for a new one.",
    },
    expired: {
      title: "This link no longer works",
      text: "It has expired. Ask the person who shared it for a new one.",
    },
  },
  notFound: {
    title: "We can't find this page",
    text: "Check the address, or ask the person who sent it to you.",
  },
  notAllowed: {
    title: "This link no longer allows that",
    text: "Ask the person who sent it to you.",
  },
  refused: { title: "This isn't possible here", text: "Open the link again from the message that you got." },
};

/** What is wrong with a passcode. */
export const sharingProblems = {
  enterPasscode: "Enter the passcode.",
  wrongPasscode: "That passcode isn't right.",
  tooManyPasscodes: "Too many wrong passcodes. Try again in an hour.",
};
