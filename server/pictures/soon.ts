import { TimeoutError, timeout } from "remix-utils/promise";

/** In milliseconds; nobody notices. */
const patience = 250;

/** What a drawing gives, or "pending" when it takes longer; it goes on then. */
export async function soon<Drawn>(drawing: Promise<Drawn>, ms = patience): Promise<Drawn | "pending"> {
  try {
    return await timeout(drawing, { ms });
  } catch (error) {
    if (error instanceof TimeoutError) return "pending";
    throw error;
  }
}
