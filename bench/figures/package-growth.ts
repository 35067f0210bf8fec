/** Whether the packages list, with its clients to choose from, stays as fast from a hundred to a hundred thousand packages. */
import { packageCrop } from "../measure/crops.ts";
import type { Conditions, Measurement } from "../measure/figure.ts";
import { measureGrowth } from "../measure/growth.ts";

export const name = "package-growth";
export const title = "Packages list with many packages, everything embedded, one request at a time";

export function measure(conditions: Conditions): Promise<Measurement[]> {
  return measureGrowth({ crop: packageCrop, many: conditions.packages, atMost: 1.5 }, conditions);
}
