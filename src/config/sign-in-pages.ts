/** The web pages on which users may sign in with their wallets. */
export type SignInPages = {
  /** Origins of the web pages on which users may sign in with their wallets, such as `https://app.example.org`. */
  readonly origins: readonly string[];
  /** Whether users may also sign in on pages that this machine serves (localhost), on any port. */
  readonly isLoopbackAccepted: boolean;
};
