import { type Address, parseAddress } from '../values/address.ts';

/** The mnemonic that all Ethereum development tools use. Its keys are public: never send them anything of value. */
export const devnetMnemonic = 'test test test test test test test test test test test junk';

export const devnetChainId = 31337;

export type DevnetAccount = { readonly address: Address; readonly privateKey: `0x${string}` };

const account = (address: string, privateKey: `0x${string}`): DevnetAccount => ({ address: parseAddress(address), privateKey });

/**
 * Accounts 0 to 7 of the mnemonic with their keys. They are hard-coded because deriving them takes half a second; a test compares them with
 * derived ones.
 */
export const devnetAccounts = {
  deployer: account('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'),
  demo: [
    account('0x70997970C51812dc3A010C7d01b50e0d17dc79C8', '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'),
    account('0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC', '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a'),
    account('0x90F79bf6EB2c4f870365E785982E1f101E93b906', '0x7c852118294e51e653712a81e05800f419141751be58f605c371e15141b007a6'),
    account('0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65', '0x47e179ec197488593b187f80a00eb0da91f1b9d0b13f8733639f19c30a34926a'),
  ],
  executor: account('0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc', '0x8b3a350cf5c34c9194ca85829a2df0ec3153be0318b5e2d3348e872092edffba'),
  priceMover: account('0x976EA74026E726554dB657fA54763abd0C3a0aa9', '0x92db14e403b83dfe3df233f83dfa3a0d7096f21ca9b0d6d6b8d88b2b4ec1564e'),
  signer: account('0x14dC79964da2C08b23698B3D3cc7Ca32193d9955', '0x4bbbf85ce3377467afe5d46f804f221813b2bb87f24d81f60f1fcdbf7cbf4356'),
} as const satisfies Record<string, DevnetAccount | readonly DevnetAccount[]>;
