import type { Screen } from "../screen.ts";

const noName = "Name must be at least 1 character.";
const noEmail = "Invalid email";

/** Forms that come back with what is wrong, said of the field that it is wrong with. */
export const refusals: readonly Screen[] = [
  {
    path: "/login/",
    by: "anyone",
    sent: { button: "Login", values: { email: "", password: "" } },
    messages: [
      ["Email", "Email must be at least 1 character."],
      ["Password", "Password must be at least 1 character."],
    ],
  },
  {
    path: "/register/account",
    by: "anyone",
    sent: { button: "Next", values: { name: " ", email: "noor", phoneNumber: "" } },
    messages: [
      ["Name", noName],
      ["Email", noEmail],
      ["Phone number", "Phone number must be at least 1 character."],
    ],
  },
  {
    path: "/register/workspace",
    by: "newcomer",
    sent: { button: "Next", values: { workspaceName: "", workspaceHandle: "" } },
    messages: [["Workspace name", noName]],
    absent: ["Workspace url must"],
  },
  {
    path: "/workspace/join",
    by: "agent",
    sent: { button: "Create workspace", values: { name: "", handle: "" } },
    messages: [["Workspace name", noName]],
    absent: ["Workspace url must"],
  },
  {
    path: "/settings/general",
    by: "agent",
    sent: { button: "Update workspace", values: { name: "", handle: "" } },
    messages: [["Name", noName]],
    absent: ["Workspace url must"],
  },
  {
    path: "/clients/new",
    by: "agent",
    sent: { button: "Create client", values: { name: "", email: "maya", phoneNumber: "" } },
    messages: [
      ["Name", noName],
      ["Email", noEmail],
    ],
    absent: ["Phone number must"],
  },
  {
    path: "/clients/new",
    by: "agent",
    sent: { button: "Create client", values: { name: "", email: "", phoneNumber: "" } },
    messages: [
      ["Name", noName],
      ["Email", "Enter an email or a phone number."],
    ],
  },
  {
    path: "/clients/:client/edit",
    by: "agent",
    sent: { button: "Save changes", values: { name: "", email: "maya" } },
    messages: [
      ["Name", noName],
      ["Email", noEmail],
    ],
  },
  {
    path: "/clients/:client/people/new",
    by: "agent",
    sent: { button: "Add person", values: { name: "", email: "pip@nowhere" } },
    messages: [
      ["Name", noName],
      ["Email", noEmail],
    ],
  },
  {
    path: "/clients/:client/buyer-profile/edit",
    by: "agent",
    sent: { button: "Save changes", values: { "budget.amount": "much", minBeds: "-1" } },
    messages: [
      ["Budget", "Budget must be an amount, as in 850,000."],
      ["Min. beds", "Min. beds must be a whole number from 0 to 99."],
    ],
  },
  {
    path: "/packages/new",
    by: "agent",
    sent: { button: "Create property", values: { street: "" } },
    messages: [["Address", "Address must be at least 1 character."]],
  },
  {
    path: "/packages/:package/edit",
    by: "agent",
    sent: { button: "Save changes", values: { street: "", baths: "2.4", agentEmail: "lena" } },
    messages: [
      ["Address", "Address must be at least 1 character."],
      ["Baths", "Baths must be a number from 0 to 999, in steps of 0.25."],
      ["Listing agent's email", noEmail],
    ],
  },
  {
    path: "/opportunities/new/",
    by: "agent",
    sent: { button: "Open opportunity", values: { client: "", property: "" } },
    messages: [
      ["Client", "Client must be at least 1 character."],
      ["Property (address)", "Property must be at least 1 character."],
    ],
  },
  {
    path: "/opportunities/:opportunity",
    by: "agent",
    sent: { button: "Add comment", values: { body: "" } },
    messages: [["Comment", "Comment must be at least 1 character."]],
  },
  {
    path: "/tasks/new",
    by: "agent",
    sent: { button: "Add task", values: { title: "" } },
    messages: [["Title", "Title must be at least 1 character."]],
  },
  {
    path: "/documents/folders/new",
    by: "agent",
    sent: { button: "Create folder", values: { name: "" } },
    messages: [["Name", noName]],
  },
  {
    path: "/documents/:document/renaming",
    by: "agent",
    sent: { button: "Save changes", values: { name: "" } },
    messages: [["Name", noName]],
  },
  {
    path: "/documents/folders/:folder/renaming",
    by: "agent",
    sent: { button: "Save changes", values: { name: "" } },
    messages: [["Name", noName]],
  },
  {
    path: "/documents/uploads/new",
    by: "agent",
    sent: { button: "Upload", files: [new File([], "Empty.txt", { type: "text/plain" })] },
    notices: ["File upload was not successful"],
    texts: ["Empty.txt: This file is empty."],
  },
];
