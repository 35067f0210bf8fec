import { answers } from "./answers.en.ts";
import { compareEn } from "./compare.en.ts";
import { copyEn } from "./copy.en.ts";
import { deviceEn, deviceProblemsEn } from "./device.en.ts";
import { failures } from "./failures.en.ts";
import { numberOf } from "./format.ts";
import { terms } from "./glossary.en.ts";
import { landingEn, landingProblemsEn } from "./landing.en.ts";
import { mailsEn } from "./mails.en.ts";
import { messagesEn } from "./messages.en.ts";
import { ownEn } from "./own.en.ts";
import { placeEn } from "./place.en.ts";
import { plural } from "./plural.ts";
import { releasedEn } from "./released.en.ts";
import { sharing, sharingProblems } from "./sharing.en.ts";
import { wishesEn, wishesProblemsEn } from "./wishes.en.ts";

/**
 * Every text of the pages that clients see. This catalogue is the type of all others: a text that one of them lacks is a type
 * error. Plain words, for a reading age of twelve.
 */
export const en = {
  language: { name: "English", other: "Español", code: "en", label: "Language" },
  /** Of the browser's tab. */
  product: "Your home search",
  landing: landingEn,
  nav: {
    label: "Your pages",
    home: "Home",
    properties: "Properties",
    messages: "Messages",
    documents: "Documents",
    me: "Your details",
    switch: "Another home search",
    invitation: (household: string) => `Invitation: ${household}`,
    of: (household: string) => `Home search of ${household}`,
  },
  agent: {
    yours: "Your agent",
    call: (number: string) => `Call ${number}`,
    message: "Write a message",
    email: "Send an email",
  },
  view: {
    title: "You see this as the client.",
    text: (client: string) =>
      `This is the portal of ${client}, for reading only. The client's history notes that you looked.`,
    back: "Back to the client",
    readOnly: "You are looking at the portal as the client sees it. Nothing can be changed here.",
  },
  login: {
    title: "Sign in to your home search",
    subtitle: "Type the email address that your agent uses for you. We send you a link. You need no password.",
    email: "Email",
    send: "Send me a link",
    demo: (email: string) => `This is a demo: use ${email}.`,
    demoOutbox: "Its emails appear in the outbox.",
  },
  code: {
    title: "Look in your email",
    sentTo: (email: string) =>
      `If your agent has invited ${email}, we have just sent an email there. Open the link in it, or type its 6 digits here. Both work for 15 minutes.`,
    sent: "If you still have access, we have just sent an email to your address. Open the link in it, or type its 6 digits here. Both work for 15 minutes.",
    code: "6-digit code",
    send: "Sign in",
    again: "Send another email or use a different address",
    outbox: "Open outbox",
  },
  link: {
    title: "Sign in to your home search",
    subtitle: "Press the button to sign in.",
    send: "Sign in",
    usedTitle: "This link no longer works",
    used: "It was used already, or it is too old. Each link works once, for a short time.",
    fresh: "Send me a fresh link",
    orLogin: "Sign in with your email address instead",
  },
  invitation: {
    title: (workspace: string) => `${workspace} invites you to your home search`,
    subtitle: "See the properties picked for you, what comes next, and what you are asked to do. You need no password.",
    shared:
      "This home search is shared by your household. You will see all messages and answers, those from before too, and the others will see yours.",
    personal: "This link is just for you: whoever uses it is signed in as you. Don't forward it.",
    send: "Open my home search",
  },
  workspaces: {
    title: "Whose home search?",
    subtitle: "Choose the one to open. You can change it later.",
    open: (household: string, workspace: string) => `${household}, ${workspace}`,
    invitations: "You are invited to",
    accept: (household: string, workspace: string) => `Accept: ${household}, ${workspace}`,
    asked: (household: string) => `This page is in the home search of ${household}`,
    openNow: (household: string) => `You have the home search of ${household} open.`,
    invited: "You are invited to it. Accept the invitation to see the page.",
    switchTo: (household: string, workspace: string) => `Switch to ${household}, ${workspace}`,
    stay: (household: string) => `Stay with ${household}`,
    all: "See all home searches",
  },
  signedOut: {
    title: "You are signed out",
    subtitle: "If others use this device, close this window, too. Some browsers still show the last page by Back.",
    again: "Sign in",
  },
  home: {
    title: (firstName: string) => (firstName === "" ? "Welcome!" : `Welcome ${firstName}!`),
    subtitle: (agent: string) => `What ${agent} asks of you, and what comes next.`,
    tasks: "What you are asked to do",
    noTasks: "Nothing right now. We show it here when there is something for you to do.",
    due: (day: string) => `By ${day}`,
    overdue: (day: string) => `Was due ${day}`,
    about: (property: string) => `For ${property}`,
    done: "Done",
    markDone: "Mark as done",
    markDoneOf: (title: string) => `Mark as done: ${title}`,
    undo: "Not done yet",
    undoOf: (title: string) => `Not done yet: ${title}`,
    document: "Send a document",
    documentOf: (title: string) => `Send a document: ${title}`,
    documentText: (agent: string) => `${agent} sees your document right away. Sending it marks this as done.`,
    documentSent: "Your document is sent, and this is done.",
    backToTasks: "Back to what you are asked to do",
    next: "What comes next",
    noDates: "No dates yet. Showings and deadlines appear here.",
    addToCalendar: "Add to calendar",
    addToCalendarOf: (what: string) => `Add to calendar: ${what}`,
  },
  dates: {
    showing: (property: string) => `Showing at ${property}`,
    offers_due: (property: string) => `Offers are due for ${property}`,
    offer_expires: (property: string) => `Your offer for ${property} ends`,
    inspection_deadline: (property: string) => `Last day for inspections at ${property}`,
    /** "by" is who of the house asked; null for the reader. */
    unconfirmed: (by: string | null) => `${by === null ? "Asked for" : `Asked for by ${by}`}, not confirmed yet`,
    oneOf: (times: number, by: string | null) =>
      `the first of ${times} times that ${by ?? "you"} asked for, not confirmed yet`,
    lasting: (minutes: number) => `about ${plural("en", minutes, { one: "minute", other: "minutes" })}`,
  },
  terms,
  properties: {
    title: "Interested properties",
    subtitle: "The properties that you and your agent are looking at.",
    all: (count: number) => (count === 1 ? "View all" : `All ${count}`),
    empty: (agent: string) => `No properties yet. ${agent} adds them here.`,
    size: ({ beds, baths, sqft }: { beds: number | null; baths: number | null; sqft: number | null }) =>
      [
        beds === null ? "" : plural("en", beds, { one: "bed", other: "beds" }),
        baths === null ? "" : plural("en", baths, { one: "bath", other: "baths" }),
        sqft === null ? "" : `${numberOf("en", sqft)} sq ft`,
      ]
        .filter((part) => part !== "")
        .join(" · "),
    squareFeet: (figure: string) => `${figure} sq ft`,
    notForMe: "Not for me",
    yours: "Yours",
    bought: { price: "Price you paid", on: "Purchase closed on" },
    photo: (number: number) => `Photo ${number}`,
    facts: "About this property",
    labels: {
      price: "List price",
      beds: "Beds",
      baths: "Baths",
      sqft: "Inside",
      lot: "Lot",
      garages: "Garages",
      yearBuilt: "Year built",
      hoa: "HOA a month",
      area: "Area",
      schools: "Schools",
    },
    offersDue: (time: string) => `Offers are due on ${time}.`,
    wanted: "How much do you want it?",
    priorities: { High: "High", Medium: "Medium", Low: "Low" },
    agentSees: (agent: string) => `${agent} sees your choice.`,
    agentThinks: (agent: string, priority: string) => `${agent} has it at ${priority}. Your agent sees your choice.`,
    save: "Save",
    saved: "Your choice is saved.",
  },
  sharing,
  released: releasedEn,
  answers,
  place: placeEn,
  compare: compareEn,
  messages: messagesEn,
  documents: {
    title: "Documents",
    subtitle: "The documents that your agent shows you.",
    empty: "No documents yet.",
    own: "About you",
    from: (day: string) => `From ${day}`,
    cutOff: "The last part of this picture is missing",
    save: "Save",
    saveOf: (label: string) => `Save ${label}`,
  },
  me: {
    title: "Your details",
    subtitle: "What your agent knows about you, and where you are signed in.",
    name: "Name",
    phone: "Phone number",
    optional: "You may leave this blank.",
    email: "Email",
    emailHint: "You sign in with this address. To change it, ask your agent.",
    language: "Language",
    save: "Save",
    saved: "Your details are saved.",
    signIns: "Where you are signed in",
    thisOne: "This device",
    unknownDevice: "Another device",
    since: (moment: string) => `since ${moment}`,
    end: "End",
    endOf: (device: string) => `End the sign-in: ${device}`,
    ended: "That sign-in has ended.",
    signOut: "Sign out",
  },
  own: ownEn,
  copy: copyEn,
  mails: mailsEn,
  device: deviceEn,
  wishes: wishesEn,
  form: {
    correct: (count: number) => (count === 1 ? "One thing to correct" : `${count} things to correct`),
    leaveBlank: "Leave this field blank",
    upTo: (count: string) => `Up to ${count} characters.`,
    tooLong: (count: string) => `This is too long. Use at most ${count} characters.`,
    tooMany: (minutes: number) =>
      `Too many tries. Try again in ${plural("en", minutes, { one: "minute", other: "minutes" })}. The newest email still works.`,
    dismiss: "Close",
    message: "Message",
    phoneKept: "We kept the phone number as you typed it, but it can't be called. Please check it.",
  },
  /** What is wrong with a field. */
  problems: {
    ...landingProblemsEn,
    ...sharingProblems,
    ...answers.problems,
    ...messagesEn.problems,
    ...wishesProblemsEn,
    ...deviceProblemsEn,
    enterEmail: "Type an email address like name@example.com.",
    enterCode: "Type the 6 digits from the email.",
    enterName: "Type your name.",
    choosePriority: "Choose High, Medium or Low.",
    undisplayable: "Remove the characters that can't be displayed.",
    other: "This can't be saved as it is. Check what you typed.",
    wrongCode: "This code isn't right, or it no longer works. Use the newest email, or ask for another one.",
  },
  ...failures,
};

export type Texts = typeof en;
