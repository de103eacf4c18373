import { expect, test } from 'bun:test';
import { createDeliverySlots } from '../../../../src/features/channels/delivery-slots.ts';

const busy = expect.objectContaining({ code: 'deliveries-busy' });

test('slots are bounded in all and for each receiver, and are free again', () => {
  const slots = createDeliverySlots({ most: 3, ofWebhooks: 3, ofReceiver: 2 });
  const first = slots.take({ receiver: 'a.example', isWebhook: true });
  slots.take({ receiver: 'a.example', isWebhook: true });
  expect(() => slots.take({ receiver: 'a.example', isWebhook: true })).toThrow(busy);
  const other = slots.take({ receiver: null, isWebhook: true });
  expect(() => slots.take({ receiver: 'b.example', isWebhook: true })).toThrow(busy);
  first();
  slots.take({ receiver: 'b.example', isWebhook: true });
  expect(() => slots.take({ receiver: 'b.example', isWebhook: true })).toThrow(busy);
  other();
  slots.take({ receiver: 'a.example', isWebhook: true });
  expect(slots.running()).toBe(3);
});

test('webhooks leave slots to the other channels, whatever their number of hosts', () => {
  const slots = createDeliverySlots({ most: 3, ofWebhooks: 2, ofReceiver: 2 });
  const [first] = ['a.example', 'b.example'].map((receiver) => slots.take({ receiver, isWebhook: true }));
  expect(() => slots.take({ receiver: 'c.example', isWebhook: true })).toThrow(busy);
  slots.take({ receiver: 'email', isWebhook: false });
  expect(slots.running()).toBe(3);
  first?.();
  slots.take({ receiver: 'c.example', isWebhook: true });
});
