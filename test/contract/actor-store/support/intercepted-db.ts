import type { Db } from 'mongodb';

export type Intercepted = { readonly collection: string; readonly method: string };
/** Called in place of a collection's method; `run` calls the original method. */
export type Intercept = (call: Intercepted, run: () => unknown) => unknown;

/**
 * Returns the same database, but every method call on its collections goes through `intercept`. Tests inject faults with it between two
 * steps.
 */
export function interceptedDb(db: Db, intercept: Intercept): Db {
  return withMethods(db, (method, run) => {
    if (method !== 'collection') return run();
    const collection = run();
    if (!isCollection(collection)) throw new Error('the database gave no collection');
    return withMethods(collection, (name, runName) => intercept({ collection: collection.collectionName, method: name }, runName));
  });
}

function withMethods<T extends object>(target: T, around: (method: string, run: () => unknown) => unknown): T {
  return new Proxy(target, {
    get(_, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => around(String(key), () => Reflect.apply(value, target, args));
    },
  });
}

function isCollection(value: unknown): value is object & { readonly collectionName: string } {
  return typeof value === 'object' && value !== null && 'collectionName' in value && typeof value.collectionName === 'string';
}
