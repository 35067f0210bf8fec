/** Texts of what clients do in the portal by themselves. */
export const ownEn = {
  /** Of a document. */
  news: { new: "New", new_version: "New version" },
  whatIsNew: {
    title: "New for you",
    property: "Property",
    document: "Document",
    more: (count: number) => `and ${count} more`,
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
    ended: "The address no longer works.",
  },
  data: {
    title: "Your data",
    copy: "Download a copy",
    copyText: "One file with your details, your properties, your dates and your documents.",
    ask: "Ask to be deleted",
    askText: (agent: string) =>
      `${agent} gets your request and answers you. Some papers must be kept for some years by law.`,
    asked: (day: string) => `You asked to be deleted on ${day}. Your agent will answer you.`,
    askedNow: "Your request is sent. Your agent will answer you.",
    missing: "These files could not be read when the copy was made:",
    missingName: "Not included.txt",
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
    failed: (name: string, size: string) =>
      `We could not keep ${name}. A file may have up to ${size}, and you may send 20 a day. Try a smaller one, or send it to your agent by email.`,
    later: (name: string) => `We could not keep ${name} right now. Try again in a minute.`,
  },
};

export type OwnTexts = typeof ownEn;
