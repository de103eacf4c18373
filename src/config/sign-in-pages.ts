/** Pages where wallets may sign in. */
export type SignInPages = {
  /** Origins such as `https://app.example.org`. */
  readonly origins: readonly string[];
  /** Whether pages of this machine may, whatever their port. */
  readonly isLoopbackAccepted: boolean;
};
