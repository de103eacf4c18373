import type { FoundOutage } from '../../values/inspection/outage.ts';
import type { DependencyKind } from '../../values/inspection/overview.ts';
import type { ReadinessProbe } from './health-routes.ts';

/**
 * The declaration of a readiness probe, from which a running probe gets its name. The list of all probes of the program consists of such
 * declarations.
 */
export type ProbeSpec = {
  /** Name of the probe in `/api/ready`. A probe that exists once per chain has the placeholder `<chainId>` in its name. */
  readonly name: string;
  /**
   * True when the service can answer requests without the checked dependency. When the dependency fails, the node stays ready and reports
   * itself as degraded.
   */
  readonly isOptional?: boolean;
  /** Kind of dependency that the probe checks, for the operators' overview; defaults to `other`. */
  readonly kind?: DependencyKind;
  /**
   * True when every page of the inspector shows a failure of this probe although the probe is optional. Used for probes of services that
   * run outside of the node.
   */
  readonly isTold?: boolean;
  /** Describes the problem when the probe fails, for the documentation. */
  readonly help: string;
};

/** A readiness probe with its check, declared by a module or by the process. */
export type DeclaredProbe = ReadinessProbe & { readonly spec: ProbeSpec };

/**
 * Makes a probe from its declaration and its check.
 * @param chainId for a probe that exists once per chain
 * @param outage returns the outage that the last check found; null when the service continues its work
 */
export function probeOf(
  spec: ProbeSpec,
  check: () => Promise<string | null>,
  chainId?: number,
  outage?: () => FoundOutage | null,
): DeclaredProbe {
  const name = chainId === undefined ? spec.name : spec.name.replace('<chainId>', String(chainId));
  const probe = { name, isOptional: spec.isOptional ?? false, check, spec };
  if (outage === undefined) return probe;
  return {
    ...probe,
    outage() {
      const found = outage();
      return found === null ? null : { name, chainId: chainId ?? null, ...found };
    },
  };
}
