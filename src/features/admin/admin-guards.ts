import type { Bearer } from '../../http/bearer-auth.ts';
import type { OperatorAuth } from '../../http/operator-auth.ts';
import type { SignedInKind } from '../../http/route-error.ts';
import type { Caller } from './create-audit.ts';

type Check = {
  readonly admit?: (request: Request) => void | Promise<void>;
  readonly signedInAs?: SignedInKind;
  readonly authorize?: (request: Request) => unknown;
};

/**
 * The access checks of the admin routes: `reads` for routes that only read, `writes` for routes that change something. `callerOf` returns
 * who made a request that has passed a check.
 */
export type Guard = { readonly reads: Check; readonly writes: Check; readonly callerOf: (request: Request) => Caller };

/** Creates the access checks of the admin routes for admins, who are recognized by their access tokens. */
export function guardAdmins(bearer: Bearer): Guard {
  const callers = new WeakMap<Request, Caller>();
  const check: Check = {
    signedInAs: bearer.kind,
    async admit(request) {
      const { authWallet } = await bearer.check(request);
      callers.set(request, { by: authWallet, via: 'admin' });
    },
  };
  return {
    ...{ reads: check, writes: check },
    callerOf(request) {
      const caller = callers.get(request);
      if (caller === undefined) throw new TypeError('A route for administrators ran without a check of the access token');
      return caller;
    },
  };
}

/** Creates the access checks of the admin routes for operators, who are recognized by their tokens. */
export function guardOperators(auth: OperatorAuth): Guard {
  return {
    ...{ reads: { authorize: auth.read }, writes: { authorize: auth.act } },
    callerOf: (request) => ({ by: auth.identify(request).name, via: 'operator' }),
  };
}
