import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

import { Icon, type IconName } from './icons';
import { usePageTitle } from './usePageTitle';
import classes from './EmptyState.module.css';

/** Says that there is nothing, why, and what to do next. `page`: there is nothing else on the page. */
export function EmptyState(props: { page?: boolean; icon: IconName; title: string; hint?: ReactNode; children?: ReactNode }) {
  const stack = (
    <Stack align="center" gap="xs" className={classes['root']}>
      <span className={classes['icon']}>
        <Icon name={props.icon} size={26} />
      </span>
      <Title order={props.page ? 1 : 2} size="h2" ta="center">
        {props.title}
      </Title>
      {props.hint && (
        <Text c="dimmed" size="sm" ta="center" maw={460} component="div">
          {props.hint}
        </Text>
      )}
      {props.children}
    </Stack>
  );
  return props.page ? <Titled title={props.title}>{stack}</Titled> : stack;
}

function Titled({ title, children }: { title: string; children: ReactNode }) {
  usePageTitle(title);
  return children;
}
