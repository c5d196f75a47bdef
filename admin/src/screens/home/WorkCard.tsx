import { Card, Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

import { Icon, type IconName } from '../../ui/icons';
import classes from './Work.module.css';

interface WorkCardProps {
  title: string;
  icon: IconName;
  tone?: 'second' | 'warn';
  /** What is said below the title. */
  hint?: string;
  /** The lists that show all of it. */
  all?: ReactNode;
  children: ReactNode;
}

/** One kind of work that waits: the latest of it, and where all of it is. */
export function WorkCard({ title, icon, tone, hint, all, children }: WorkCardProps) {
  return (
    <Card withBorder padding="lg" radius="lg" component="section" aria-label={title} data-tone={tone}>
      <Group justify="space-between" gap="sm" wrap="nowrap" align="flex-start">
        <Group gap="sm" wrap="nowrap">
          <span className={classes['icon']}>
            <Icon name={icon} size={18} />
          </span>
          <div>
            <Title order={3}>{title}</Title>
            {hint && (
              <Text size="sm" c="dimmed">
                {hint}
              </Text>
            )}
          </div>
        </Group>
      </Group>
      <ul className={classes['list']}>{children}</ul>
      {all && (
        <Group gap="md" mt="xs">
          {all}
        </Group>
      )}
    </Card>
  );
}

/** One piece of work: what it is, where, and what is beside it. `whole`: on as many lines as that takes. */
export function WorkRow({ title, where, whole = false, children }: { title: ReactNode; where: ReactNode; whole?: boolean; children?: ReactNode }) {
  return (
    <li className={classes['row']}>
      <div className={classes['words']}>
        <div>{title}</div>
        <Text size="xs" c="dimmed" component="div" truncate={!whole}>
          {where}
        </Text>
      </div>
      {children && <div className={classes['aside']}>{children}</div>}
    </li>
  );
}
