import { queryOptions } from '@tanstack/react-query';

import { api } from './client';
import { ApiFailure } from './failure';
import type { Connections } from './types.gen';

/** A client that acts for the reader: GET /oauth/consents/data. Times are RFC 3339. */
export interface App {
  clientId: string;
  name: string;
  uri?: string;
  scopes: string[];
  createdAt: string;
  usedAt: string;
}

/** The apps, and what proves that a request to end one comes from this page. */
interface Apps {
  apps: App[];
  proof: string;
}

export const appsQuery = queryOptions({
  queryKey: ['apps'],
  queryFn: ({ signal }) => api.get<Apps>('/oauth/consents/data', undefined, signal),
});

/** How to connect an agent. */
export const connectQuery = queryOptions({
  queryKey: ['connect'],
  queryFn: ({ signal }) => api.get<Connections>('/admin/api/connect', undefined, signal),
  staleTime: Infinity,
});

/** Ends all that an app may do. The route takes a form and leads on to a page, which is not followed. */
export async function disconnect(client: string, proof: string): Promise<void> {
  const answer = await fetch('/oauth/consents/revoke', {
    method: 'POST',
    credentials: 'same-origin',
    redirect: 'manual',
    body: new URLSearchParams({ client, proof }),
  }).catch(() => undefined);
  if (!answer) throw new ApiFailure('offline', 0, 'The service cannot be reached.');
  if (answer.type !== 'opaqueredirect') throw new ApiFailure('broken', answer.status, `HTTP ${answer.status}`);
}
