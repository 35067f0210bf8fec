// The part of jsonapi-server 4.2 that the tests use; the package brings no types.
declare module "jsonapi-server" {
  interface Rule {
    required(): Rule;
    allow(value: unknown): Rule;
    items(rule: Rule): Rule;
    unknown(): Rule;
    default(value: unknown): Rule;
  }

  interface ResourceConfig {
    readonly resource: string;
    readonly handlers: object;
    readonly attributes: Readonly<Record<string, Rule>>;
    readonly examples: readonly object[];
    searchParams?: Record<string, Rule>;
  }

  interface JsonApiServer {
    readonly Joi: {
      string(): Rule;
      number(): Rule;
      array(): Rule;
      object(): Rule;
      one(resource: string): Rule;
    };
    readonly MemoryHandler: new () => object;
    setConfig(config: { protocol: "http"; hostname: string; port: number; base: string }): void;
    define(resource: ResourceConfig): void;
    authenticate(
      check: (request: { readonly headers: NodeJS.Dict<string> }, done: (refusal?: string) => void) => void,
    ): void;
    start(): void;
    close(): void;
  }

  const jsonApi: JsonApiServer;
  export default jsonApi;
}
