/** Whether the clients list stays as fast when a workspace grows from a hundred to a million clients. */
import { clientCrop } from "../measure/crops.ts";
import type { Conditions, Measurement } from "../measure/figure.ts";
import { measureGrowth } from "../measure/growth.ts";

export const name = "growth";
export const title = "Clients list with many clients, everything embedded, one request at a time";

export function measure(conditions: Conditions): Promise<Measurement[]> {
  return measureGrowth({ crop: clientCrop, many: conditions.clients, atMost: 1.25 }, conditions);
}
