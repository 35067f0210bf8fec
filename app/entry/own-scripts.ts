import push from "../notifications/push-form.ts?script";

/** Scripts of single pages' own, by the names in their handles. */
export const ownScripts = { push };
