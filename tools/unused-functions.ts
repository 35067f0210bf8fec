/** Functions of React and React Router that no page here calls: browsers get them with an empty body, and the minifier leaves out what they alone used. */

/** Empties functions, by their names, in a file as it is published. */
export interface UnusedFunctions {
  /** The end of the file's path in node_modules. */
  readonly file: RegExp;
  /** Names of functions that do nothing. */
  readonly empty: readonly string[];
  /** Functions that give or do something simpler, as JavaScript, by their names. */
  readonly simpler?: Readonly<Record<string, string>>;
  /** Text that is left out wherever it is found. */
  readonly leftOut?: readonly RegExp[];
}

/** Nothing is animated from one page to the next by React's `<ViewTransition>`. */
const viewTransitions = [
  ...["trackEnterViewTransitions", "pushViewTransitionCancelableScope", "applyViewTransitionToHostInstances"],
  ...["applyViewTransitionToHostInstancesRecursive", "restoreViewTransitionOnHostInstances"],
  ...["commitAppearingPairViewTransitions", "commitEnterViewTransitions", "commitDeletedPairViewTransitions"],
  ...["commitExitViewTransitions", "commitNestedViewTransitions", "restorePairedViewTransitions"],
  ...["restoreEnterOrExitViewTransitions", "restoreNestedViewTransitions", "measureNestedViewTransitions"],
  ...["measureViewTransitionHostInstancesRecursive", "recursivelyTraverseAfterMutationEffects"],
  ...["commitAfterMutationEffectsOnFiber", "scheduleViewTransitionEvent", "reportViewTransitionError"],
  ...["flushAfterMutationEffects", "applyViewTransitionName", "restoreViewTransitionName", "createMeasurement"],
  ...["measureInstance", "measureClonedInstance", "forceLayout", "waitForImageToLoad", "startViewTransition"],
  ...["ViewTransitionPseudoElement", "createViewTransitionInstance", "getViewTransitionName", "getClassNameByType"],
  ...["getViewTransitionClassName", "queueTransitionTypes", "claimQueuedTransitionTypes"],
];

/** No fragment has a ref. */
const fragmentRefs = [
  ...["FragmentInstance", "addEventListenerToChild", "removeEventListenerFromChild", "getAttachOptions"],
  ...["normalizeListenerOptions", "indexOfEventListener", "setFocusOnFiberIfFocusable", "collectChildren"],
  ...["blurActiveElementWithinFragment", "observeChild", "unobserveChild", "schedulePendingIntersectionUnobserve"],
  ...["collectClientRects", "validateDocumentPositionWithFiberTree", "scrollTextNodeIntoView"],
  ...["addFragmentHandleToFiber", "addFragmentHandleToInstance", "commitNewChildToFragmentInstance"],
  ...["deleteChildFromFragmentInstance", "commitNewChildToFragmentInstances"],
  ...["commitFragmentInstanceInsertionEffects", "commitFragmentInstanceDeletionEffects", "isFragmentInstanceParent"],
  "traverseVisibleInstancesAndTextInstances",
  ...["getFragmentParentInstanceOrContainerFiber", "fiberIsPortaledIntoHost", "isFiberPrecedingCheck"],
  ...["getFragmentInstanceOrTextInstanceSiblings", "findFragmentInstanceOrTextInstanceSiblings"],
  ...["getInstanceFromHostFiber", "isFiberFollowingCheck", "getParentForFragmentAncestors", "getLowestCommonAncestor"],
];

/** Styles are in the document, and scripts are loaded by the router: React loads neither. */
const resources = [
  ...["preconnectAs", "prefetchDNS", "preconnect", "preload", "preloadModule", "preinitStyle", "preinitScript"],
  ...["preinitModuleScript", "getStyleKey", "getStylesheetSelectorFromKey", "stylesheetPropsFromRawProps"],
  ...["preloadStylesheet", "getScriptKey", "getScriptSelectorFromKey", "acquireResource", "insertStylesheet"],
  ...["adoptPreloadPropsForStylesheet", "adoptPreloadPropsForScript", "preloadResourceAndSuspendIfNeeded"],
];

/** No commit waits for styles or pictures. */
const waitingCommits = [
  ...["preloadInstanceAndSuspendIfNeeded", "recursivelyAccumulateSuspenseyCommit", "accumulateSuspenseyCommitOnFiber"],
  ...["suspendInstance", "suspendResource", "waitForCommitToBeReady", "checkIfFullyUnsuspended", "onUnsuspend"],
  ...["onUnsuspendImg", "insertSuspendedStylesheets", "insertStylesheetIntoRoot", "estimateBandwidth"],
  ...["isLikelyStaticResource", "estimateImageBytes", "maySuspendCommit", "preloadResource"],
];

/** Forms are sent by the router: no `action` is a function, and `useActionState` is called nowhere. */
const formActions = [
  ...["extractEvents$1", "coerceFormActionProp", "startHostTransition", "ensureFormComponentIsStateful"],
  ...["requestFormReset", "requestFormReset$1", "recursivelyResetForms", "runActionStateAction", "onActionSuccess"],
  ...["handleActionReturnValue", "onActionError", "notifyActionListeners", "mountActionState", "updateActionState"],
  ...["updateActionStateImpl", "rerenderActionState", "actionStateActionEffect", "dispatchActionState"],
  ...["actionStateReducer", "useHostTransitionStatus", "TransitionAwareHostComponent"],
];

/** `<Activity>` and `<SuspenseList>` are used nowhere. */
const otherBoundaries = [
  ...["mountActivityChildren", "retryActivityComponentWithoutHydrating", "updateActivityComponent"],
  ...["pushDehydratedActivitySuspenseHandler", "commitActivityHydrationCallbacks"],
  ...["findLastContentRow", "initSuspenseListRenderState", "reverseChildren", "updateSuspenseListComponent"],
  ...["cutOffTailIfNeeded", "findFirstSuspended", "commitSuspenseHydrationCallbacks"],
];

/** Errors are told without the stack of components, which minified names make unreadable. */
const stacks = ["describeBuiltInComponentFrame", "describeNativeComponentFrame", "describeFiber"];

/** Nothing is looked up by a component, and no element is a custom one. */
const others = [
  ...["findCurrentFiberUsingSlowPath", "findCurrentHostFiberImpl", "attemptExplicitHydrationTarget", "assertIsMounted"],
  ...["setPropOnCustomElement", "defaultOnDefaultTransitionIndicator"],
];

export const unusedFunctions: readonly UnusedFunctions[] = [
  {
    file: /react-dom[\\/]cjs[\\/]react-dom-client\.production\.js$/,
    empty: [
      ...[
        viewTransitions,
        fragmentRefs,
        resources,
        waitingCommits,
        formActions,
        otherBoundaries,
        stacks,
        others,
      ].flat(),
    ],
    simpler: {
      isFragmentInstanceHostBoundary: "() { return true; }",
      getResource: "() { return null; }",
      getActivityInstanceFromFiber: "() { return null; }",
      getStackByFiberInDevAndProd: '() { return ""; }',
      isHostHoistableType: `(type, props, context) {
        return context !== 1 && props.itemProp == null &&
          (type === "meta" || type === "title" || type === "link" && props.rel !== "stylesheet");
      }`,
      completeRootWhenReady: `(root, finished, recoverable, transitions, update, lanes, spawned, updated, retries, skipped, exit) {
        root.timeoutHandle = -1;
        completeRoot(root, finished, lanes, recoverable, transitions, update, spawned, updated, retries, skipped, exit, null);
      }`,
    },
    leftOut: [
      /^(FragmentInstance|ViewTransitionPseudoElement)\.prototype\.\w+ = function \([\s\S]*?^\};\n/gm,
      /^ReactDOMHydrationRoot\.prototype\.unstable_scheduleHydration = [\s\S]*?^\};\n/gm,
      /^ReactDOMSharedInternals\.findDOMNode = [\s\S]*?^\};\n/gm,
      /^exports\.createRoot = [\s\S]*?^\};\n/gm,
    ],
  },
  {
    file: /react-router[\\/]dist[\\/]production[\\/]lib[\\/]router[\\/]router\.js$/,
    // No navigation is blocked or animated, and all routes are known from the first page on.
    empty: [
      ...["getBlocker", "deleteBlocker", "updateBlocker", "shouldBlockNavigation", "discoverRoutes", "compareMatches"],
      ...["patchRoutes", "patchRoutesImpl", "isSameRoute", "_internalSetRoutes", "restoreAppliedTransitions"],
      ...["persistAppliedTransitions", "defaultDataStrategyWithMiddleware"],
    ],
    simpler: {
      checkFogOfWar: "() { return { active: false, matches: null }; }",
      // No route has middleware for browsers.
      runClientMiddlewarePipeline: "(_, handler) { return handler(); }",
    },
  },
  {
    file: /react-router[\\/]dist[\\/]production[\\/]lib[\\/]router[\\/]history\.js$/,
    empty: ["warning"],
  },
  {
    file: /react-router[\\/]dist[\\/]production[\\/]lib[\\/]server-runtime[\\/]warnings\.js$/,
    empty: ["warnOnce"],
  },
  {
    file: /react-router[\\/]dist[\\/]production[\\/]lib[\\/]context\.js$/,
    empty: [],
    simpler: { useIsRSCRouterContext: "() { return false; }" },
    leftOut: [/^\w+\.displayName = .*;$/gm],
  },
  {
    file: /react-router[\\/]dist[\\/]production[\\/]lib[\\/]hooks\.js$/,
    empty: ["RSCErrorHandler", "warningOnce"],
  },
  {
    file: /react-router[\\/]dist[\\/]production[\\/]lib[\\/]dom[\\/]lib\.js$/,
    empty: [],
    leftOut: [/^\w+\.displayName = .*;$/gm],
  },
  {
    file: /react-router[\\/]dist[\\/]production[\\/]lib[\\/]dom[\\/]ssr[\\/]components\.js$/,
    // No route names links of its own.
    empty: ["PrefetchPageLinks", "usePrefetchBehavior"],
    simpler: { Links: "() { return null; }" },
    leftOut: [/^\w+\.displayName = .*;$/gm],
  },
  {
    file: /react-router[\\/]dist[\\/]production[\\/]lib[\\/]dom[\\/]ssr[\\/]single-fetch\.js$/,
    // The server always renders.
    empty: ["nonSsrStrategy"],
  },
  {
    file: /react-router[\\/]dist[\\/]production[\\/]lib[\\/]dom[\\/]ssr[\\/]routes\.js$/,
    empty: ["createClientRoutesWithHMRRevalidationOptOut", "wrapShouldRevalidateForHdr"],
  },
];

/**
 * The file's code with these functions emptied or made simpler.
 * @throws when one of them is not in the code, as after an upgrade of its package
 */
export function withoutFunctions(code: string, { file, empty, simpler = {}, leftOut = [] }: UnusedFunctions): string {
  const bodies = { ...Object.fromEntries(empty.map((name) => [name, "() {}"])), ...simpler };
  let kept = code.replaceAll(/(?<== )(?=React\$1\.(?:forwardRef|createContext|memo)\()/g, "/* @__PURE__ */ ");
  for (const [name, body] of Object.entries(bodies)) {
    const declaration = new RegExp(
      String.raw`^([\t ]*)((?:async )?function ${name.replace("$", "\\$")})\([\s\S]*?^\1\}$`,
      "m",
    );
    if (!declaration.test(kept)) throw new Error(`${file} has no function ${name}.`);
    kept = kept.replace(declaration, (_, indent: string, head: string) => `${indent}${head}${body}`);
  }
  for (const text of leftOut) {
    if (kept.search(text) < 0) throw new Error(`${file} has nothing like ${text}.`);
    kept = kept.replace(text, "");
  }
  return kept;
}
