import type { ReactNode } from 'react';

import classes from './Terms.module.css';

interface TermsProps {
  /** What is nothing is left out. */
  terms: readonly (readonly [name: string, value: ReactNode])[];
  /** tight: in little room, values at its end. tall: each name above its value. */
  form?: 'tight' | 'tall';
}

/** Names and what belongs to them. */
export function Terms({ terms, form }: TermsProps) {
  return (
    <dl className={classes['root']} data-form={form}>
      {terms
        .filter(([, value]) => value !== null && value !== undefined && value !== '')
        .map(([name, value]) => (
          <div key={name} className={classes['term']}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
