import type { Route } from "../engine/action.ts";
import { findingRoutes } from "./finding-routes.ts";
import { reportRoutes } from "./inspection-report.ts";
import { repairTotalsRoute } from "./repair-totals.ts";

/** Everything about the inspection of a property. */
export const inspectionRoutes: readonly Route[] = [...reportRoutes, ...findingRoutes, repairTotalsRoute];
