import { expect, test } from 'bun:test';
import { createDeliverySlots } from '../../../../src/features/channels/delivery-slots.ts';

const busy = expect.objectContaining({ code: 'deliveries-busy' });

test('slots are bounded in all and for each receiver, and are free again', () => {
  const slots = createDeliverySlots({ most: 3, ofReceiver: 2 });
  const first = slots.take('a.example');
  slots.take('a.example');
  expect(() => slots.take('a.example')).toThrow(busy);
  const other = slots.take(null);
  expect(() => slots.take('b.example')).toThrow(busy);
  first();
  slots.take('b.example');
  expect(() => slots.take('b.example')).toThrow(busy);
  other();
  slots.take('a.example');
  expect(slots.running()).toBe(3);
});
