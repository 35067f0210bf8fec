/** Texts of what a client and the agent write to each other. */
export const messagesEn = {
  title: "Messages",
  subtitle: "What you and your agent write to each other.",
  empty: (agent: string) => `No messages yet. Write to ${agent} below.`,
  emptyView: "No messages yet.",
  notOffered: (agent: string) => `You can't write messages here. Write to ${agent} by email or call.`,
  older: "Older messages",
  newest: "Newest messages",
  refresh: "Refresh",
  you: "You",
  isNew: "New",
  /** Beside the link of the menu. */
  unread: (count: string) => `${count} new`,
  waiting: (count: string, isOne: boolean) => (isOne ? "You have one new message" : `You have ${count} new messages`),
  read: "Read",
  edited: "edited",
  deleted: "This message was deleted.",
  /** Of an email of which a part is shown. */
  rest: "Show the rest",
  about: (property: string) => `About ${property}`,
  payment: {
    title: "Careful: this is about sending money.",
    call: (agent: string) => `Before you send any, call ${agent} at`,
    callUnknown: (agent: string) => `Before you send any, call ${agent} on a number that you know from before.`,
    why: "Do not use a number from the message. Thieves write in an agent's name and send their own account.",
    changed:
      "These payment details are not the same as before, or the message says that they changed. This is how thieves do it.",
  },
  field: "Your message",
  placeholder: "Enter message",
  send: "Send message",
  sent: "Your message is sent.",
  saveDraft: "Save draft",
  draftSaved: "Your draft is saved. Nothing is sent yet.",
  attached: "Attached",
  files: "Files from this device",
  filesKept: "They are kept in your documents, where your agent sees them.",
  notSent: "Your message is not sent. Files that arrived are attached to it.",
  attach: "Attach documents",
  attaching: {
    title: "Attach documents",
    subtitle: "Choose documents for your message, or send a new file. Your text is kept.",
    choose: "Your documents",
    none: "You have no documents yet.",
    keep: "Attach to the message",
    upload: "A new file",
    send: "Send and attach",
    back: "Back to the message",
  },
  problems: {
    enterMessageOrAttach: "Write a message, or attach a document.",
    messageTooLong: "A message may have up to 10,000 characters. Make it shorter, or send it in two.",
    tooManyAttached: "You can attach up to 20 documents to one message.",
    attachmentGone: "One of these documents isn't there any more. Choose again.",
  },
};

export type MessageTexts = typeof messagesEn;
