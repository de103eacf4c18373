import type { DependencyKind } from '../../values/inspection/overview.ts';
import type { ReadinessProbe } from './health-routes.ts';

/** A readiness probe as data: the check names it by this, and the list of all probes consists of these. */
export type ProbeSpec = {
  /** The name in `/api/ready`. A probe that there is for each chain has `<chainId>` in its name. */
  readonly name: string;
  /** True when requests are served without it as well: the node then stays ready and reports it as degraded. */
  readonly isOptional?: boolean;
  /** The kind of thing that it checks, for the operators' overview; missing: `other`. */
  readonly kind?: DependencyKind;
  /** What is wrong when it fails, for the documentation. */
  readonly help: string;
};

/** A probe that its module, or the process, has declared. */
export type DeclaredProbe = ReadinessProbe & { readonly spec: ProbeSpec };

/** Makes a probe from its declaration and its check. @param chainId for a probe that there is for each chain */
export function probeOf(spec: ProbeSpec, check: () => Promise<string | null>, chainId?: number): DeclaredProbe {
  const name = chainId === undefined ? spec.name : spec.name.replace('<chainId>', String(chainId));
  return { name, isOptional: spec.isOptional ?? false, check, spec };
}
