import { queryOptions } from '@tanstack/react-query';

import { api } from './client';
import type { SiteSettings } from './types.gen';

/** What owners change while the site runs. */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => api.get<SiteSettings>('/admin/api/site-settings', undefined, signal),
});

export const changeSettings = (changes: Partial<SiteSettings>) => api.patch<SiteSettings>('/admin/api/site-settings', changes);
