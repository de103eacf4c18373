/** Members of a DCA record that a client may claim, since the documented routes let it: how far it sees its position, and how it shows it. */
export const DCA_CLAIMABLE: ReadonlySet<string> = new Set(['status', 'processed', 'depositTime', 'isAutoBuy', 'timeFrame']);
