/** The web pages on which users may sign in with their wallets. */
export type SignInPages = {
  /** Accepted origins of these pages, such as `https://app.example.org`. */
  readonly origins: readonly string[];
  /** Whether wallets may also sign in on pages from this machine (localhost), on any port. */
  readonly isLoopbackAccepted: boolean;
};
