import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';

import { api } from './client';
import type { Invitation, Member, NewInvitation, Page, Removed, Role as RoleChange, Site, Staff } from './types.gen';
import type { Role } from './words';

/** Users whose name or address holds the term, the newest first. */
export function membersQuery(search: string) {
  return infiniteQueryOptions({
    queryKey: ['members', search],
    queryFn: ({ pageParam, signal }) => api.get<Page<Member>>('/admin/api/members', { search, cursor: pageParam ?? undefined }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
}

/** Everybody with a staff role, and everybody invited to one. */
export const staffQuery = queryOptions({
  queryKey: ['staff'],
  queryFn: ({ signal }) => api.get<Staff>('/admin/api/staff', undefined, signal),
});

export const setRole = (id: string, role: Role | null) => api.patch<RoleChange>(`/admin/api/staff/${encodeURIComponent(id)}/role`, { role });
export const invite = (invitation: NewInvitation) => api.post<Invitation>('/admin/api/staff/invitations', invitation);
export const withdraw = (id: string) => api.delete<Removed>(`/admin/api/staff/invitations/${encodeURIComponent(id)}`);

/** Where somebody signs in who was invited, and gets to Admin from: the address in the mail. */
export const signInAddress = ({ publicUrl }: Site) => `${publicUrl}/oauth/sign-in?callbackURL=%2Fadmin`;
