// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';

import { makeRouter } from './router';

/** The address as the router writes it before it shows the page. */
function canonical(address: string): string {
  window.history.replaceState(null, '', `/admin${address}`);
  const asked = { to: address.replace(/\?.*/, ''), search: true, _includeValidateSearch: true };
  const router = makeRouter(new QueryClient());
  return router.buildLocation(asked as Parameters<typeof router.buildLocation>[0]).href.replace('/admin', '');
}

it.each([
  ['/?range=bogus', '/'],
  ['/?range=30d', '/?range=30d'],
  ['/dev?tab=bogus', '/dev'],
  ['/c/posts?status=bogus&q=tea&more=1', '/c/posts?q=tea'],
  ['/settings?more=1', '/settings'],
  ['/views/sales?stage=paid&filter.sku=A', '/views/sales?stage=paid&filter.sku=A'],
])('of %s its page keeps what it knows: %s', (address, kept) => {
  expect(canonical(address)).toBe(kept);
});
