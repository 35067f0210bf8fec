/** Texts of what clients do in the portal by themselves. */
export const ownEn = {
  /** Of a document. */
  news: { new: "New", new_version: "New version", changed: "Changed" },
  late: {
    text: "What belongs here could not be loaded in time.",
    several: "Parts of this page could not be loaded in time.",
    again: "Load it again",
  },
  whatIsNew: {
    title: "New for you",
    property: "Property",
    document: "Document",
    showing_confirmed: (time: string) => `The showing is set for ${time}.`,
    showing_moved: (time: string) => `The showing has changed. It is now on ${time}.`,
    showing_cancelled: (time: string) => `The showing on ${time} is called off.`,
    more: (count: number) => `and ${count} more`,
  },
  /** How far a deal is, in a sentence. */
  stages: {
    open: "You and your agent are looking at this home.",
    showing_scheduled: "A showing is planned.",
    showing_complete: "You have seen this home.",
    offer_suggeted: "Your agent suggests an offer. You decide.",
    offer_sent: "Your offer is with the seller. Now we wait for an answer.",
    offer_accepted: "The seller has said yes to your offer.",
    offer_declined: "The seller has said no to your offer.",
    inspections_underway: "An inspector looks at the home.",
    closed: "The purchase is done.",
    lost: "This home is no longer on your list.",
  },
  calendar: {
    title: "All dates in your own calendar",
    text: "Your phone or computer can show these dates by itself, and keep them up to date.",
    make: "Make an address for my calendar",
    address:
      "Copy this address into your calendar, where it asks for a calendar by address (URL). It is shown for 10 minutes.",
    open: "Add to my calendar",
    secret: "Whoever has the address sees your dates. Keep it to yourself.",
    made: (day: string) => `Your calendar has had an address since ${day}.`,
    renew: "Make a new address",
    renewed: "Your new address is below. An earlier one no longer works.",
    end: "End the address",
    endText: "Your calendar then no longer shows these dates. You can make a new address at any time.",
    ended: "The address no longer works.",
  },
  data: {
    title: "Your data",
    copy: "Download a copy",
    copyText: "One file with everything that is kept about you: details, messages, answers, sign-ins and documents.",
    ask: "Ask to be deleted",
    askText: (agent: string) => `${agent} gets your request. You can take it back until it is done.`,
    asked: (day: string) => `You asked to be deleted on ${day}. You can take it back until it is done.`,
    askedNow: "Your request is sent. The last email to you will say that it is done.",
    takeBack: "Take it back",
    takenBack: "Your request is taken back. Nothing is deleted.",
    deletion: "Ask to be deleted",
    everywhere: (workspace: string, households: readonly string[]) =>
      `This covers all your home searches with ${workspace}: ${households.join(", ")}.`,
    goes: "What is deleted for good",
    goesList: [
      "Your name, email, phone number and where you signed in",
      "What you wrote: messages, questions, answers, ratings and remarks",
      "The documents you sent, and what you look for if you buy alone",
    ],
    stays: "What stays",
    staysList: (workspace: string) => [
      "What others wrote to you, and the other people of your household. Your name is taken out.",
      `Papers that the law says must be kept for some years. ${workspace} keeps them locked away and deletes them on their day.`,
      `The homes and deals themselves, without your name: they belong to the records of ${workspace}.`,
    ],
    copyFirst: "Download a copy of your data first if you may want to look something up later.",
    back: "Back to your details",
  },
  summary: {
    title: "Summary",
    of: (label: string) => `Summary of ${label}`,
    read: "Read the summary",
    readOf: (label: string) => `Read the summary of ${label}`,
    page: (page: number) => `Page ${page}`,
    origins: {
      extract: "These sentences stand in the document itself. Your agent has approved them.",
      model: "A computer wrote these points from the document. Your agent has approved them.",
    },
    advice: "Read the document itself before you decide.",
    open: "Open the document",
  },
  takeBack: {
    offer: "Take it back",
    offerOf: (label: string) => `Take it back: ${label}`,
    title: (label: string) => `Take back ${label}?`,
    unopened: "Nobody has opened it yet. It is deleted for good.",
    send: "Take it back and delete it",
    done: "Your document is taken back and deleted.",
    opened: (agent: string) =>
      `Somebody has opened it already, so it can no longer be taken back. You can ask ${agent} to delete it.`,
    ask: (agent: string) => `Ask ${agent} to delete it`,
    asked: "Your message is sent.",
    message: (label: string) => `I sent the document “${label}” by mistake. Please delete it.`,
  },
  upload: {
    title: "Send us a document",
    text: (agent: string) => `For example your pre-approval letter. ${agent} sees it right away.`,
    preApproval: "A pre-approval letter is a bank's letter that says how much it would lend you.",
    file: "Your file",
    hint: (size: string) => `A photo, a PDF, an Office document or a text, up to ${size}.`,
    send: "Send document",
    sent: "Your document is sent.",
    choose: "Choose a file first.",
    single: "Send one file at a time. You can send the others afterwards.",
    /** Why a file was not kept. */
    refused: {
      empty: (name: string) => `${name} is empty. Choose another file.`,
      tooLarge: (name: string, size: string) =>
        `${name} is too large. A file may have up to ${size}. Send a smaller one, or send it to your agent by email.`,
      noRoom: (name: string) => `There is no room left for ${name}. Send it to your agent by email.`,
      dailyLimit: (name: string) =>
        `You have sent 20 files today. Send ${name} tomorrow, or send it to your agent by email.`,
      type: (name: string) =>
        `${name} is a kind of file that can't be sent here. Send a photo, a PDF, an Office document or a text.`,
      content: (name: string) =>
        `${name} is damaged, or it is not what its name says. Open it on your device, save it again, and send that file.`,
      later: (name: string) => `We could not keep ${name} right now. Try again in a minute.`,
      doubtful: (name: string) =>
        `We don't know whether ${name} was kept. Look at your documents before you send it again.`,
      other: (name: string) => `We could not keep ${name}. Try again, or send it to your agent by email.`,
    },
  },
};

export type OwnTexts = typeof ownEn;
