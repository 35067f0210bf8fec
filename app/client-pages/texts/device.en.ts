/** Texts of messages that a client's device shows. */
export const deviceEn = {
  title: "Messages on this device",
  text: "This phone or computer can show when your agent writes to you, also while this page is closed.",
  open: "Choose for this device",
  subtitle: "It ends when you sign out here.",
  names: "Show names",
  namesHint: "The name of your agent, also on the locked screen.",
  quietFrom: "Quiet from",
  quietHint: (workspace: string) => `By the clock of ${workspace}. What comes in quiet hours is shown in the morning.`,
  quietUntil: "Quiet until",
  noQuiet: "Never",
  switchOn: "Switch on",
  save: "Save",
  switchOff: "Switch off on this device",
  saved: "This device shows messages from your agent.",
  ended: "This device shows no more messages.",
  needsScripts: "This needs scripts, and your browser does not run them.",
  says: {
    unable:
      "Your browser cannot do this. On an iPhone or iPad, first add this page to your home screen (Share, Add to Home Screen), and open it from there.",
    denied: "Your browser blocks this. Allow notifications for this site in its settings, then load this page again.",
    lost: "Your browser no longer shows messages. Save below to see them again.",
    failed: "Your browser could not do this. Nothing was changed. Check your connection and try again.",
  },
};

export const deviceProblemsEn = {
  noBrowser:
    "Your browser gave no address for messages. Switching this on needs scripts, and your browser does not run them.",
};

export type DeviceTexts = typeof deviceEn;
