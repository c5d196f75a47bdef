import { Text } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';

import classes from './Facts.module.css';

/** Facts under their names. What is null is left out. */
export function Facts({ facts }: { facts: Array<[label: string, value: ReactNode]> }) {
  return (
    <dl className={classes['root']}>
      {facts.map(([label, value]) =>
        value === null || value === undefined || value === '' ? null : (
          <Fragment key={label}>
            <Text component="dt" size="sm" c="dimmed">
              {label}
            </Text>
            <Text component="dd" size="sm" m={0} style={{ overflowWrap: 'anywhere' }}>
              {value}
            </Text>
          </Fragment>
        ),
      )}
    </dl>
  );
}
