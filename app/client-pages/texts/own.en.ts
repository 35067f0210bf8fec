/** Texts of what clients do in the portal by themselves. */
export const ownEn = {
  /** Of a document. */
  news: { new: "New", new_version: "New version", changed: "Changed" },
  late: { text: "What belongs here could not be loaded in time.", again: "Load it again" },
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
    askText: (agent: string) =>
      `${agent} gets your request and answers you. Some papers must be kept for some years by law.`,
    asked: (day: string) => `You asked to be deleted on ${day}. Your agent will answer you.`,
    askedNow: "Your request is sent. Your agent will answer you.",
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
  upload: {
    title: "Send us a document",
    text: (agent: string) => `For example your pre-approval letter. ${agent} sees it right away.`,
    preApproval: "A pre-approval letter is a bank's letter that says how much it would lend you.",
    file: "Your file",
    hint: (size: string) => `A photo or a PDF, up to ${size}.`,
    send: "Send document",
    sent: "Your document is sent.",
    choose: "Choose a file first.",
    single: "Drop one file only. You can send the others afterwards.",
    failed: (name: string, size: string) =>
      `We could not keep ${name}. A file may have up to ${size}, and you may send 20 a day. Try a smaller one, or send it to your agent by email.`,
    later: (name: string) => `We could not keep ${name} right now. Try again in a minute.`,
  },
};

export type OwnTexts = typeof ownEn;
