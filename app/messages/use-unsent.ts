import { useEffect, useRef, useState } from "react";
import { useNavigate, useNavigation } from "react-router";
import * as z from "zod/mini";
import type { FormInit } from "../forms/forms.tsx";
import { hiddenFieldNames } from "../ui/hidden-field-names.ts";
import { useWaitsForLine } from "../ui/retrying-fetch.ts";
import { isChosen } from "../uploads/chosen-files.tsx";
import type { ConversationDay } from "./conversation.tsx";

interface ThreadOnPage {
  /** Address of the thread, which its messages are posted to. */
  readonly path: string;
  readonly formId: string;
  readonly start: FormInit;
  readonly days: readonly ConversationDay[];
  /** Whether these are the newest messages. */
  readonly isNewest: boolean;
  /** The answer to a message that was refused. */
  readonly reply: unknown;
}

export interface Unsent {
  /** What the thread shows as not sent, the oldest first. */
  readonly messages: readonly UnsentMessage[];
  /** Key of the one that is being sent again. */
  readonly sendingKey: string | null;
  /** Key of the form for the next message: another one than theirs. */
  readonly formKey: string;
  edit(message: UnsentMessage): void;
  discard(message: UnsentMessage): void;
}

/**
 * Keeps each message from the moment that it is sent until the server has answered. While the line is gone, and after a reload or
 * another interruption in between, the thread shows it as not sent. It stays in this tab, bound to the person and the workspace.
 */
export function useUnsent({ path, formId, start, days, isNewest, reply }: ThreadOnPage): Unsent {
  const name = ["typed", "unsent", path, start.person, start.workspaceId].join(" ");
  const [kept, setKept] = useState<readonly UnsentMessage[]>([]);
  const [edited, setEdited] = useState<{ readonly key: string; readonly startKey: string } | null>(null);
  const spareKey = useRef("");
  const replyBefore = useRef(reply);
  const navigate = useNavigate();
  const { sent, isAnswered } = useSent(path);
  const waits = useWaitsForLine();

  const change = (next: (messages: readonly UnsentMessage[]) => readonly UnsentMessage[]) =>
    setKept((before) => {
      const after = next(before);
      writeUnsent(name, after);
      return after;
    });
  const remove = (key: string) => change((messages) => messages.filter((message) => message.key !== key));

  useEffect(() => {
    const found = readUnsent(name).map((message) => ({ ...message, isShown: true }));
    for (const message of found) takeOut(formId, message);
    setKept(found);
  }, [name, formId]);

  const sentKey = sent === null ? null : keyOf(sent);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each send and each answer
  useEffect(() => {
    if (sent === null) return;
    if (isAnswered) {
      const refused = reply === replyBefore.current ? [] : kept.filter(({ key }) => key === keyOf(sent));
      for (const message of refused) if (message.isShown) putBack(formId, message);
      return remove(keyOf(sent));
    }
    replyBefore.current = reply;
    // The form itself keeps them until the server has answered.
    if (hasFiles(sent)) return;
    const message = unsentOf(sent, newestOf(days));
    change((messages) => (messages.some(({ key }) => key === message.key) ? messages : [...messages, message]));
  }, [sent, isAnswered]);

  const missing = kept.filter((message) => !hasArrived(message, days));
  const messages = missing.filter(({ key, isShown }) => isNewest && (isShown || key !== sentKey || waits));
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is kept and shown follows from these
  useEffect(() => {
    const isNew = ({ isShown }: UnsentMessage) => !isShown;
    if (missing.length === kept.length && !messages.some(isNew)) return;
    for (const message of messages.filter(isNew)) takeOut(formId, message);
    change(() => missing.map((message) => (messages.includes(message) ? { ...message, isShown: true } : message)));
  }, [kept, days, waits, sentKey]);

  const takeBack = (message: UnsentMessage) => {
    remove(message.key);
    // It would be sent as soon as the line is back.
    if (message.key === sentKey) navigate(path, { replace: true, preventScrollReset: true });
  };
  return {
    messages,
    sendingKey: waits ? null : sentKey,
    formKey: edited?.startKey === start.key ? edited.key : freeKey(start.key, messages, spareKey),
    edit(message) {
      takeBack(message);
      setEdited({ key: message.key, startKey: start.key });
      putBack(formId, message);
    },
    discard(message) {
      if (!window.confirm("Discard this message? It hasn't been sent.")) return;
      takeBack(message);
      tellChange(formId);
    },
  };
}

/** What is just posted to an address, and whether the answer is there. */
function useSent(path: string): { readonly sent: FormData | null; readonly isAnswered: boolean } {
  const { state, formMethod, formAction, formData } = useNavigation();
  const isSent = formMethod === "POST" && formAction?.split("?")[0] === path;
  return { sent: (isSent && formData) || null, isAnswered: state === "loading" };
}

/** The same page always takes the same key: another one only while a message that was not sent has that. */
function freeKey(key: string, unsent: readonly UnsentMessage[], spare: { current: string }): string {
  const isTaken = (one: string) => unsent.some((message) => message.key === one);
  if (!isTaken(key)) return key;
  if (spare.current === "" || isTaken(spare.current)) spare.current = crypto.randomUUID();
  return spare.current;
}

function newestOf(days: readonly ConversationDay[]): string {
  return days.at(-1)?.messages.at(-1)?.at ?? "";
}

/** Whether the thread has it, as where only the answer was lost. */
function hasArrived(unsent: UnsentMessage, days: readonly ConversationDay[]): boolean {
  const [body, documents] = [bodyOf(unsent), saidIn(unsent, "documentIds")];
  return days.some(({ messages }) =>
    messages.some(
      ({ kind, isFromClient, at, ...message }) =>
        kind === "message" &&
        !isFromClient &&
        at > unsent.after &&
        message.body.replaceAll("\r\n", "\n") === body &&
        documents.every((id) => message.attachments.some((attachment) => attachment.id === id)),
    ),
  );
}

/** Takes it out of its form: the thread shows it, and the field is free for the next one. */
function takeOut(formId: string, message: UnsentMessage): void {
  const parts = partsOf(formId);
  // What a draft has kept of it is its beginning.
  if (parts === null || !bodyOf(message).startsWith(parts.field.value.trim())) return;
  parts.field.value = "";
  for (const box of parts.boxes) box.checked = false;
}

/** Puts it before whatever is in the field. */
function putBack(formId: string, message: UnsentMessage): void {
  const parts = partsOf(formId);
  if (parts === null) return;
  const { field, boxes } = parts;
  field.value = [bodyOf(message), field.value].filter((text) => text !== "").join("\n\n");
  for (const box of boxes) box.checked ||= saidIn(message, box.name).includes(box.value);
  field.focus();
  tellChange(formId);
}

/** Has the draft say what the field says now. */
function tellChange(formId: string): void {
  partsOf(formId)?.field.dispatchEvent(new Event("input", { bubbles: true }));
}

function partsOf(formId: string) {
  const form = document.getElementById(formId);
  const field = form?.querySelector("textarea");
  if (!form || !field) return null;
  return { field, boxes: form.querySelectorAll<HTMLInputElement>("input[type=checkbox]") };
}

const unsentMessage = z.object({
  /** Of the form that sends it: however often that is sent, it is one message. */
  key: z.string(),
  /** All that its form says. */
  fields: z.array(z.tuple([z.string(), z.string()])),
  /** When the newest message was written that was there before it: ISO 8601, "" where there was none. */
  after: z.string(),
  /** Whether the thread shows it, in place of the field in which it was typed. */
  isShown: z.boolean(),
});
export type UnsentMessage = z.output<typeof unsentMessage>;

const unsentMessages = z.array(unsentMessage);

/** Whether a form sends files, which are not kept here. */
function hasFiles(sent: FormData): boolean {
  return sent.getAll("file").some(isChosen);
}

/** What a form sends as a message. */
function unsentOf(sent: FormData, after: string): UnsentMessage {
  const fields: [string, string][] = [];
  for (const [name, value] of sent) if (typeof value === "string") fields.push([name, value]);
  return { key: keyOf(sent), fields, after, isShown: false };
}

function keyOf(sent: FormData): string {
  return String(sent.get(hiddenFieldNames.key));
}

/** What was said in one of its fields. */
export function saidIn({ fields }: UnsentMessage, name: string): readonly string[] {
  return fields.filter(([field]) => field === name).map(([, value]) => value);
}

export function bodyOf(message: UnsentMessage): string {
  return (saidIn(message, "body")[0] ?? "").replaceAll("\r\n", "\n").trim();
}

function readUnsent(name: string): readonly UnsentMessage[] {
  try {
    return unsentMessages.parse(JSON.parse(sessionStorage.getItem(name) ?? "[]"));
  } catch {
    return [];
  }
}

function writeUnsent(name: string, messages: readonly UnsentMessage[]): void {
  try {
    if (messages.length === 0) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, JSON.stringify(messages));
  } catch {
    // The browser has no room, or does not let us.
  }
}
