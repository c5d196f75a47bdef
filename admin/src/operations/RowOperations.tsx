import { ActionIcon, Menu } from '@mantine/core';
import type { ReactNode } from 'react';

import type { Operation } from '../api/types.gen';
import { useSpeech } from '../i18n/text';
import { Icon } from '../ui/icons';
import { LinkButton, LinkItem } from '../ui/links';
import { openedFrom } from './address';
import { inOffer, isDestructive } from './destructive';

interface Row {
  collection: string;
  id: string;
}

interface RowOperationsProps {
  operations: Operation[];
  row: Row;
  name: string;
  children?: ReactNode;
  /** What comes below the operations. */
  after?: ReactNode;
}

/** Where an operation leads from a row, and its sign. */
const leadingTo = (operation: Operation, row: Row) =>
  ({ to: '/ops', search: openedFrom(operation, row), leftSection: <Icon name={isDestructive(operation) ? 'trash' : 'operation'} /> }) as const;

/** The menu of what can be done to a row: the operations that run on it, among other things. */
export function RowOperations({ operations, row, name, children, after }: RowOperationsProps) {
  const { t } = useSpeech();
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" c="inherit" aria-label={t('operations.ofRow', { title: name })}>
          <Icon name="more" />
        </ActionIcon>
      </Menu.Target>
      {/* What is clicked in here is not the row, though React says that it bubbles there. */}
      <Menu.Dropdown onClick={(event) => event.stopPropagation()}>
        {children}
        <OperationItems operations={operations} row={row} />
        {after}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Operations as items of a menu that is an entry's. */
export function OperationItems({ operations, row }: { operations: Operation[]; row: Row }) {
  const { text } = useSpeech();
  return inOffer(operations).map((each) => (
    <LinkItem key={each.name} {...leadingTo(each, row)} {...(isDestructive(each) ? { color: 'var(--mantine-color-error)' } : {})}>
      {text(each.title, each.name)}
    </LinkItem>
  ));
}

/** The same as buttons, where there is room for them. */
export function OperationButtons({ operations, row, disabled }: { operations: Operation[]; row: Row; disabled?: boolean }) {
  const { text } = useSpeech();
  return inOffer(operations).map((each) => (
    <LinkButton key={each.name} {...leadingTo(each, row)} size="compact-sm" variant="default" {...(isDestructive(each) ? { c: 'var(--mantine-color-error)' } : {})} disabled={disabled ?? false}>
      {text(each.title, each.name)}
    </LinkButton>
  ));
}
