import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { calledQuery, targetOf } from '../api/references';
import { findCollection, useBootstrap } from '../api/session';
import type { Collection } from '../api/types.gen';
import { useTitles } from './useTitles';

interface ReferredValueProps {
  /** The collection that the field refers to. */
  to: string;
  field: string;
  value: unknown;
  /** What is shown until it is known what it leads to, and where that is nothing. */
  children: ReactNode;
}

/** A reference as what it leads to is called, with its key for a pointer that rests there. */
export function ReferredValue({ to, ...reference }: ReferredValueProps) {
  const { collections } = useBootstrap();
  const collection = findCollection(collections, to);
  const { value, children } = reference;
  return collection && (typeof value === 'number' || (typeof value === 'string' && value !== '')) ? <Called {...reference} to={collection} /> : children;
}

function Called({ to, field, value, children }: Omit<ReferredValueProps, 'to'> & { to: Collection }) {
  const titled = useTitles();
  const { data } = useQuery(calledQuery(targetOf(to, field), value));
  return data?.known && data.entry ? <span title={String(value)}>{titled(data.entry)}</span> : children;
}
