import { TimeoutError, timeout } from "remix-utils/promise";

/** Small pictures are drawn within this time, which nobody notices (milliseconds). */
const patience = 250;

/** What a drawing gives, or "pending" when that takes longer. Whatever happens, it goes on. @param ms milliseconds to wait for it */
export async function soon<Drawn>(drawing: Promise<Drawn>, ms = patience): Promise<Drawn | "pending"> {
  try {
    return await timeout(drawing, { ms });
  } catch (error) {
    if (error instanceof TimeoutError) return "pending";
    throw error;
  }
}
