/** Texts of what clients do in the portal by themselves. */
export const ownEn = {
  /** Of a document. */
  news: { new: "New", new_version: "New version" },
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
