import { queryOptions } from '@tanstack/react-query';

import { api } from './client';

/** A way of signing in: GET /api/auth/methods. */
export interface Method {
  kind: string;
  provider?: string;
  name?: string;
}

export const methodsQuery = queryOptions({
  queryKey: ['methods'],
  queryFn: ({ signal }) => api.get<{ methods: Method[] }>('/api/auth/methods', undefined, signal),
  select: ({ methods }) => methods,
  staleTime: Infinity,
});

/** A sign-in that lasts, in some browser. `token` names it and is no secret; times are RFC 3339. */
export interface Session {
  id: string;
  token: string;
  current: boolean;
  createdAt: string;
  updatedAt: string;
  ipAddress: string;
  userAgent: string;
}

/** The reader's own sessions. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => api.get<Session[]>('/api/auth/list-sessions', undefined, signal),
});

/** Whether this browser is signed in. */
export async function hasSession(): Promise<boolean> {
  return (await api.get<object | null>('/api/auth/get-session')) !== null;
}

/** The ways of signing in, as the service of this site offers them. */
export const identity = {
  sendCode: (email: string) => api.post('/api/auth/email-otp/send-verification-otp', { email, type: 'sign-in' }),
  signInWithCode: (email: string, otp: string) => api.post('/api/auth/sign-in/email-otp', { email, otp }),
  sendLink: (email: string, callbackURL: string) => api.post('/api/auth/sign-in/magic-link', { email, callbackURL }),
  signOut: () => api.post('/api/auth/sign-out'),
  endSession: (token: string) => api.post('/api/auth/revoke-session', { token }),

  /** Leads to the provider: answers where the browser is to go. */
  providerAddress: async ({ kind, provider }: Method, callbackURL: string): Promise<string> => {
    const { url } =
      kind === 'social'
        ? await api.post<{ url: string }>('/api/auth/sign-in/social', { provider, callbackURL })
        : await api.post<{ url: string }>('/api/auth/sign-in/oauth2', { providerId: provider, callbackURL });
    return url;
  },
};
