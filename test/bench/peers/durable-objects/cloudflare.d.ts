// Type declarations for the part of workerd's API that the worker uses. Cloudflare's own types are global and would apply to all files.
declare module 'cloudflare:workers' {
  type Row = Readonly<Record<string, string | number | null>>;

  export type DurableObjectState = {
    readonly storage: {
      readonly sql: { exec<T extends Row>(query: string, ...bindings: (string | number)[]): { toArray(): T[] } };
      setAlarm(atMs: number): Promise<void>;
    };
  };

  export abstract class DurableObject<Env> {
    protected readonly ctx: DurableObjectState;
    protected readonly env: Env;
    constructor(state: DurableObjectState, env: Env);
    fetch?(request: Request): Promise<Response>;
    alarm?(): Promise<void>;
  }
}
