/** Pages where wallets may sign in. */
export type SignInPages = {
  /** Accepted origins, such as `https://app.example.org`. */
  readonly origins: readonly string[];
  /** Whether pages from this machine may sign in wallets, on any port. */
  readonly isLoopbackAccepted: boolean;
};
