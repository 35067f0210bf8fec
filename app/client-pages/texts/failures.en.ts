/** What did not work: a form that was not saved, a page that cannot be shown. */
export const failures = {
  notices: {
    "already-sent": {
      title: "Already sent.",
      text: "This was sent before. Look at the page again before you send it once more.",
    },
    running: { title: "Still being saved.", text: "Wait a moment, then look at the page again." },
    unknown: {
      title: "Not confirmed.",
      text: "We don't know whether this was saved. Look at the page again before you send it once more.",
    },
    changed: {
      title: "This has changed.",
      text: "Someone else changed this meanwhile. Look at the page again, then send it once more.",
    },
    elsewhere: {
      title: "Nothing was saved.",
      text: "This page belongs to another sign-in. Open it again, then send it once more.",
    },
    failed: { title: "That didn't work.", text: "Nothing was saved. Try again in a minute." },
    used: { title: "This link no longer works.", text: "Ask for a fresh one." },
    parked: {
      title: "Not sent yet.",
      text: "What you typed before you were signed out, or switched, is back: look at it and send it.",
    },
  },
  chooseAgain: (names: readonly string[]) => `Files aren't kept. Choose ${names.join(", ")} again.`,
  errors: {
    notFound: { title: "We can't find this page", text: "Check the address, or go back to your home search." },
    dealOver: {
      title: "This property is no longer in your home search",
      text: "It takes no new showing requests or answers. Write to your agent if you have a question about it.",
    },
    bought: {
      title: "This home is yours",
      text: "The purchase is done, so there is nothing more to answer. Everything about the home is still here.",
      look: "Look at your home",
    },
    elsewhere: {
      title: "Nothing was sent",
      opened: (household: string, workspace: string) =>
        `This page was opened in the home search of ${household}, ${workspace}.`,
      openedUnknown: "This page was opened in a home search that you no longer have access to.",
      openedByOther: "This page was opened by someone else who was signed in here.",
      now: (household: string) => `You have that of ${household} open now.`,
      kept: "What you typed is kept for 30 minutes: switch back, look at it and send it.",
      typed: "What you typed",
      files: (names: readonly string[]) => `Files that were not sent: ${names.join(", ")}`,
    },
    refused: { title: "This isn't possible here", text: "Go back to your home search." },
    tooLong: {
      title: "This is too long",
      text: "What you typed is too long for one form. Make it shorter and send it again.",
    },
    failed: { title: "Something went wrong", text: "Nothing you saved is lost. Try again in a minute." },
    notOffered: {
      title: "There is no client portal here",
      text: "The connected service doesn't offer a client portal. Ask your agent how to reach them.",
    },
    noAccess: {
      title: "Your home search is closed",
      text: "You no longer have access with this sign-in. Ask your agent for a new invitation.",
    },
    archived: {
      title: "Your home search is closed",
      text: (agent: string, workspace: string) =>
        `${workspace} has put your home search away. If you want to go on looking, ask ${agent}.`,
    },
    home: "Go to your home search",
    again: "Try again",
  },
};

export type FailureTexts = typeof failures;
