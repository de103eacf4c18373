/**
 * Fields of a DCA record that a client may set, as the documented routes permit: the client's view of the position's progress, and display
 * options.
 */
export const DCA_CLAIMABLE: ReadonlySet<string> = new Set(['status', 'processed', 'depositTime', 'isAutoBuy', 'timeFrame']);
