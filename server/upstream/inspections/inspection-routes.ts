import type { Route } from "../engine/action.ts";
import { findingRoutes } from "./finding-routes.ts";
import { repairTotalsRoute } from "./repair-totals.ts";
import { reportRoutes } from "./report-routes.ts";

/** Everything about the inspection of a property. */
export const inspectionRoutes: readonly Route[] = [...reportRoutes, ...findingRoutes, repairTotalsRoute];
