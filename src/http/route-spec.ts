import type { GenericSchema, InferOutput, ObjectSchema } from 'valibot';
import type { InvalidInputError, Problem } from '../values/errors/invalid-input-error.ts';
import type { RouteResponses } from './describe-route.ts';
import type { RouteLimit } from './rate-limit.ts';
import type { RouteCost } from './route-cost.ts';
import type { SignedInKind } from './route-error.ts';
import type { RouteReply } from './route-reply.ts';

/** Schemas of the parts of a request. A part without a schema is not read; a GET request has no body. */
export type RouteInput = {
  readonly params?: GenericSchema;
  readonly query?: GenericSchema;
  readonly body?: GenericSchema;
};

/** A received request with its path parameters and its parsed body, before the schemas check them. */
export type Received = { readonly request: Request; readonly params: unknown; readonly body: unknown };

/** The schemas of a route's input. The key is the part of the request that the schema checks. */
export type InputSchemas = RouteInput & Record<string, GenericSchema>;

export type RouteSpec<Input extends InputSchemas, Responses extends RouteResponses = RouteResponses> = {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** The path of the route, relative to the resource's prefix; parameters are written `/:name`. */
  path: string;
  /** Summary of the route in the OpenAPI document: imperative, at most eight words. */
  summary: string;
  /** Description of the route in the OpenAPI document: units, rules, optional additions. */
  description?: string;
  /** Whether clients should use another route instead of this old one. The OpenAPI document shows this. */
  deprecated?: boolean;
  input: Input;
  /** Throws an error when the caller is not allowed to use the route. The function is called before any part of the request is read. */
  authorize?: (request: Request) => unknown;
  /**
   * Throws an error, or rejects, when the caller is not signed in. The function is called before any part of the request is read. It is
   * used by `addBearerRoute`.
   */
  admit?: (request: Request) => void | Promise<void>;
  /** Kind of access token that the route requires, shown in the OpenAPI document. */
  signedInAs?: SignedInKind;
  /** What a request to the route costs the service; see `RouteCost`. */
  cost: RouteCost;
  /** Whether a request to the route stores data for an unauthenticated client; see `keepsOfStrangers`. */
  keeps?: boolean;
  /**
   * A rate limit with a name or size of its own, for routes whose requests are counted together. The limit is checked before any part of
   * the request is read.
   */
  rateLimit?: RouteLimit | undefined;
  /**
   * Throws an error when too many requests of this route are in progress. Called before the body is read. The returned function is called
   * when the request is finished.
   */
  admitBody?: (request: Request) => () => void;
  /**
   * Documented shape of the body, for a route that receives its body as raw bytes, neither decoded nor parsed. Its `input.body` is then a
   * schema of bytes (or of null, when there is no body).
   */
  bytesOf?: GenericSchema;
  /**
   * Checks a received request before the schemas do, and throws an error when the request must be rejected. Used by signed routes
   * (`addSignedRoute`).
   */
  verify?: (received: Received) => Promise<void>;
  /** Builds the error for a request that the schemas have rejected. For routes that can explain a problem better than the schemas do. */
  explainInvalid?: (received: Received, problems: readonly Problem[]) => Promise<InvalidInputError>;
  /** Maximum size of the body in bytes; default 64 KB, at most 20 MB. A larger body is answered with 413. */
  maxBodyBytes?: number;
  /**
   * Maximum number of fields and list items in the whole body; default 50,000. They are counted before the body is parsed; a body with more
   * is answered with 413.
   */
  maxMembers?: number;
  /**
   * Whether numbers with more digits than a JavaScript number can represent keep their exact text (see `parseExactJson`): in the whole
   * body, or only in the listed fields.
   */
  hasExactNumbers?: boolean | readonly string[];
  /**
   * The successful replies of the route by HTTP status. They are sent in the envelope unless they are declared as `bare`. Error replies
   * need not be declared.
   */
  responses: Responses;
  /** Handles a request and returns a reply that `responses` declares; a reply with another status or shape does not compile. */
  handle(input: InferOutput<ObjectSchema<Input, undefined>> & { request: Request }): RouteReply<Responses> | Promise<RouteReply<Responses>>;
};
