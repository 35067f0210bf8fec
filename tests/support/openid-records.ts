/** What a provider of tests remembers, in this process. */

interface Kept {
  readonly uid?: string;
  readonly grantId?: string;
  consumed?: number;
}

/** One for each kind of record, as oidc-provider makes them. */
export class OpenIdRecords {
  readonly #kept = new Map<string, Kept>();

  async upsert(id: string, kept: Kept): Promise<void> {
    this.#kept.set(id, kept);
  }

  async find(id: string): Promise<Kept | undefined> {
    return this.#kept.get(id);
  }

  async findByUid(uid: string): Promise<Kept | undefined> {
    return [...this.#kept.values()].find((kept) => kept.uid === uid);
  }

  async consume(id: string): Promise<void> {
    const kept = this.#kept.get(id);
    if (kept !== undefined) kept.consumed = Math.floor(Date.now() / 1000);
  }

  async destroy(id: string): Promise<void> {
    this.#kept.delete(id);
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    for (const [id, kept] of this.#kept) if (kept.grantId === grantId) this.#kept.delete(id);
  }
}
