// The only entry file of the API client. It exports everything that programs which use the client can import.
export { ApiError, type ApiProblem } from './api-error.ts';
export type {
  Agent,
  BodyOf,
  BuiltSwap,
  CallOf,
  CallOptions,
  DataOf,
  DcaFill,
  DcaRecord,
  FeedEvent,
  Network,
  Policy,
  Quote,
  QuoteEnd,
  QuoteQuery,
  Token,
  Trade,
} from './api-shapes.ts';
export type { components, operations, paths } from './api-types.generated.ts';
export { type Coxswain, type CoxswainOptions, createCoxswain } from './create-coxswain.ts';
export type { StreamEvent } from './event-stream.ts';
export type { QuoteStream } from './quote-stream.ts';
export * from './signed-request.ts';
export type { WalletSigner } from './wallet-signer.ts';
