import { Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

import classes from './Page.module.css';
import { usePageTitle } from './usePageTitle';

interface PageProps {
  title: string;
  /** What the page is called elsewhere, where its title says something else. */
  name?: string;
  /** What is told beside the title. */
  mark?: ReactNode;
  hint?: ReactNode;
  actions?: ReactNode;
  narrow?: boolean;
  children: ReactNode;
}

/** A page of the application: its title, what belongs beside it, and its content. */
export function Page(props: PageProps) {
  usePageTitle(props.name ?? props.title);
  return (
    <div className={classes['root']}>
      <Group justify="space-between" align="flex-start" gap="sm" mb="md" data-page-head={props.actions ? true : undefined}>
        <div className={classes['head']}>
          <Title order={1}>
            {props.mark ? (
              <Group gap="sm" component="span">
                {props.title}
                {props.mark}
              </Group>
            ) : (
              props.title
            )}
          </Title>
          {props.hint && (
            <Text c="dimmed" size="sm" mt={2}>
              {props.hint}
            </Text>
          )}
        </div>
        {props.actions && <Group gap="xs">{props.actions}</Group>}
      </Group>
      {props.narrow ? <div className={classes['narrow']}>{props.children}</div> : props.children}
    </div>
  );
}
