import { Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

import classes from './Page.module.css';

/** A page of the application: its title, what belongs beside it, and its content. */
export function Page(props: { title: ReactNode; hint?: ReactNode; actions?: ReactNode; narrow?: boolean; children: ReactNode }) {
  return (
    <div className={classes['root']} data-narrow={props.narrow || undefined}>
      <Group justify="space-between" align="flex-start" gap="sm" mb="md">
        <div className={classes['head']}>
          <Title order={1}>{props.title}</Title>
          {props.hint && (
            <Text c="dimmed" size="sm" mt={2}>
              {props.hint}
            </Text>
          )}
        </div>
        {props.actions && <Group gap="xs">{props.actions}</Group>}
      </Group>
      {props.children}
    </div>
  );
}
