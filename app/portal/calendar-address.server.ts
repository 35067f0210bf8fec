import { href, type RouterContextProvider } from "react-router";
import { startForm } from "../forms/forms.server.ts";
import type { FormInit } from "../forms/forms.tsx";
import { type Settled, settle } from "../json-api/settle.ts";
import { settingsContext } from "../session/context.ts";
import { logFaults } from "../session/session.server.ts";
import { keepVisitorState, readVisitorState } from "../session/visitor-state.server.ts";
import { portalOf } from "./portal.server.ts";
import { findCalendar } from "./portal-calendar.server.ts";

type Context = Readonly<RouterContextProvider>;

/** What the page says about the address of the person's calendar. */
export interface CalendarStart {
  /** Null: there is none. */
  readonly madeAt: string | null;
  /** The whole address, for ten minutes after it was made in this browser. */
  readonly address: string | null;
  /** Of the forms that make an address and end it. */
  readonly renewal: FormInit;
  readonly removal: FormInit;
}

/** How long a new address is shown, in milliseconds. */
const life = 10 * 60_000;

const nameOf = (clientId: string) => `calendar ${clientId}`;

/** Keeps a new address with the browser's session, encrypted: the service tells it once. Null forgets it. */
export async function keepCalendarToken(context: Context, token: string | null): Promise<void> {
  const { clientId } = portalOf(context).facts;
  const { [nameOf(clientId)]: _before, ...others } = await readVisitorState(context);
  const kept = token === null ? {} : { [nameOf(clientId)]: `${Date.now() + life} ${token}` };
  await keepVisitorState(context, { ...others, ...kept });
}

/** Null for staff who look. The promise never rejects. */
export async function loadCalendar(context: Context): Promise<Settled<CalendarStart> | null> {
  const { api, isView, facts } = portalOf(context);
  if (isView) return null;
  const [found, state, renewal, removal] = await Promise.all([
    settle(api, findCalendar, logFaults(context)),
    readVisitorState(context),
    startForm(context),
    startForm(context),
  ]);
  if (!found.ok) return found;
  const [until = "", token] = state[nameOf(facts.clientId)]?.split(" ") ?? [];
  const isShown = found.data !== null && token !== undefined && Number.parseInt(until, 10) > Date.now();
  const address = isShown ? addressOf(context, token) : null;
  return { ok: true, data: { madeAt: found.data, address, renewal, removal } };
}

function addressOf(context: Context, token: string): string {
  return context.get(settingsContext).publicOrigin + href("/client-portal/calendars/:token/dates.ics", { token });
}
