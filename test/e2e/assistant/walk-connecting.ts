import { expect } from 'bun:test';

type Said = { readonly action: string; readonly text: string; readonly data: object; readonly chatId: string };

/** Asks for a transfer without a wallet and continues it from a wallet, as a person does who connects his wallet only then. */
export async function walkConnecting(say: (message: string, more: object) => Promise<Said>, to: string): Promise<void> {
  const first = await say(`send 5 usdc to ${to}`, { wallet: null });
  expect(first).toMatchObject({ action: 'connect_wallet', data: { asked: { missing: ['wallet'] }, options: [{ label: 'Continue' }] } });
  const then = await say('continue', { chatId: first.chatId });
  expect(then).toMatchObject({ action: 'send_token', data: { understood: { slots: { amount: '5', fromToken: 'USDC', to } } } });
}
