import type { Networks } from '../../market/networks/create-networks.ts';
import type { Network } from '../../market/networks/network.ts';
import type { Tokens } from '../../market/tokens/create-tokens.ts';
import type { Token } from '../../market/tokens/token.ts';
import type { TokenNames } from '../../platform/chain/read-token-names.ts';
import type { Address } from '../../values/address.ts';
import { InvalidInputError } from '../../values/errors/invalid-input-error.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import { asJson, type Json } from '../../values/json.ts';
import type { Category } from '../../values/setting-categories.ts';
import type { SettingChange, SystemSettings } from '../system-settings/create-system-settings.ts';
import { presentSetting } from './admin-schemas.ts';
import type { Audit, Caller, Changed } from './create-audit.ts';
import { type RewardRulesChange, readRewardRules, settingsOfRules } from './reward-rules.ts';

/** The fields of a network that an admin may change. */
export type NetworkChange = Partial<Pick<Network, 'show' | 'rpcUrls' | 'launchpad'>> & {
  readonly contracts?: { readonly [Contract in 'relayer' | 'dcaVault' | 'autopilotVault' | 'rocketStaking']?: Address | null };
};

/** A token that is to be added. When the symbol or the name is missing, it is read from the token's contract. */
export type NewToken = Pick<Token, 'chainId' | 'logoURI'> & { readonly address: Address; readonly symbol?: string; readonly name?: string };
export type TokenChange = { readonly hidden?: boolean; readonly order?: number };

/** Changes that admins and operators make while the service runs. Each is recorded in the audit log, before and after it is made. */
export type Admin = {
  /** Changes a system setting. @throws the errors of `SystemSettings.set` */
  readonly setSetting: (caller: Caller, key: string, value: Json, category?: Category) => Promise<Changed>;
  /** Resets a system setting to its default. @throws the errors of `SystemSettings.unset` */
  readonly resetSetting: (caller: Caller, key: string) => Promise<Changed>;
  /** Changes a network. @throws TerminalError `chain-not-found` (404) */
  readonly changeNetwork: (caller: Caller, chainId: number, change: NetworkChange) => Promise<Changed>;
  /**
   * Changes the reward rules. Each rule is stored as a system setting; the settings are changed one after the other. @throws the errors of
   * `SystemSettings.set`
   */
  readonly changeRewardRules: (caller: Caller, change: RewardRulesChange) => Promise<Changed>;
  /**
   * Adds a token to the token list. Its decimals are read from the chain; its symbol and name as well, unless the request states them.
   * @throws TerminalError 404 `chain-not-found`, 409 `token-exists`, 422 `token-unreadable`
   */
  readonly addToken: (caller: Caller, token: NewToken) => Promise<Changed>;
  /** Changes a token. @throws TerminalError `token-not-found` (404) */
  readonly changeToken: (caller: Caller, chainId: number, text: string, change: TokenChange) => Promise<Changed>;
};

export function createAdmin(deps: {
  readonly audit: Audit;
  readonly settings: Pick<SystemSettings, 'check' | 'set' | 'unset' | 'list'>;
  readonly networks: Pick<Networks, 'change' | 'stored'>;
  readonly tokens: Pick<Tokens, 'find' | 'addMissing' | 'change'>;
  /** Reads a token's decimals; null when the contract does not report them. */
  readonly readDecimals: (chainId: number, token: Address) => Promise<number | null>;
  readonly readNames: (chainId: number, token: Address) => Promise<TokenNames>;
  readonly clearTokenList: (chainId: number) => Promise<void>;
}): Admin {
  const { audit, settings, networks, tokens } = deps;

  const setSetting: Admin['setSetting'] = (caller, key, value, category) =>
    audit.record({ ...caller, act: 'set-setting', subject: key, asked: value }, async () =>
      changedOf(shownChange(await settings.set(key, value, caller.by, category))),
    );

  return {
    setSetting,

    async changeRewardRules(caller, change) {
      const all = settingsOfRules(change);
      if (all.length === 0)
        throw new InvalidInputError([
          { path: 'body', code: 'missing', message: 'The request contains no reward rule. Give at least one.' },
        ]);
      for (const [key, value] of all) settings.check(key, value);
      const before = await readRewardRules(settings);
      for (const [key, value] of all) await setSetting(caller, key, value);
      return changedOf({ before, after: await readRewardRules(settings) });
    },

    resetSetting: (caller, key) =>
      audit.record({ ...caller, act: 'reset-setting', subject: key, asked: null }, async () =>
        changedOf(shownChange(await settings.unset(key))),
      ),

    changeNetwork: (caller, chainId, change) =>
      audit.record({ ...caller, act: 'change-network', subject: String(chainId), asked: asJson(change) }, async () => {
        const { contracts, ...members } = change;
        if (Object.keys({ ...contracts, ...members }).length === 0) {
          const message = 'The request changes nothing. Give at least one of `show`, `rpcUrls`, `launchpad` and an address in `contracts`.';
          throw new InvalidInputError([{ path: 'body', code: 'missing', message }]);
        }
        const changed = await networks.change(chainId, (network) => ({
          ...network,
          ...members,
          contracts: { ...network.contracts, ...contracts },
        }));
        if (changed === null) throw chainNotFound();
        return changedOf(changed);
      }),

    addToken: (caller, token) =>
      audit.record({ ...caller, act: 'add-token', subject: `${token.chainId}/${token.address}`, asked: asJson(token) }, async () => {
        const { chainId, address } = token;
        if ((await networks.stored(chainId)) === null) throw chainNotFound();
        const decimals = await deps.readDecimals(chainId, address);
        if (decimals === null) {
          const message = 'The contract at this address does not return decimals, so it is not an ERC-20 token.';
          throw new TerminalError({ code: 'token-unreadable', status: 422, message });
        }
        const said = token.symbol === undefined || token.name === undefined ? await deps.readNames(chainId, address) : null;
        const symbol = token.symbol ?? said?.symbol ?? null;
        if (symbol === null) {
          const message = 'The contract at this address does not return a symbol that can be displayed. Give `symbol` and `name`.';
          throw new TerminalError({ code: 'token-unreadable', status: 422, message });
        }
        const added: Token = { ...token, decimals, symbol, name: token.name ?? said?.name ?? symbol };
        if ((await tokens.addMissing([added])) === 0)
          throw new TerminalError({ code: 'token-exists', status: 409, message: 'This token is already in the token list of this chain.' });
        await deps.clearTokenList(chainId);
        return { before: null, after: asJson(added) };
      }),

    changeToken: (caller, chainId, text, change) =>
      audit.record({ ...caller, act: 'change-token', subject: `${chainId}/${text}`, asked: asJson(change) }, async () => {
        if (Object.keys(change).length === 0)
          throw new InvalidInputError([
            {
              path: 'body',
              code: 'missing',
              message: 'The request changes nothing. Give `hidden`, `order` or both.',
            },
          ]);
        const changed = await tokens.change(chainId, text, (token) => ({ ...token, ...change }));
        if (changed === null)
          throw new TerminalError({ code: 'token-not-found', status: 404, message: 'This token is not listed on this chain.' });
        await deps.clearTokenList(chainId);
        return changedOf(changed);
      }),
  };
}

/** Converts a change of a setting to the format in which the settings are listed. */
function shownChange({ before, after }: SettingChange): { readonly before: object | null; readonly after: object | null } {
  return { before: before === null ? null : presentSetting(before), after: after === null ? null : presentSetting(after) };
}

function changedOf({ before, after }: { readonly before: object | null; readonly after: object | null }): Changed {
  return { before: before === null ? null : asJson(before), after: after === null ? null : asJson(after) };
}

export function chainNotFound(): TerminalError {
  return new TerminalError({ code: 'chain-not-found', status: 404, message: 'Chain not found' });
}
