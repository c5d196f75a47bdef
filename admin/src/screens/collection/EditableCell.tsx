import { ActionIcon, Loader, Popover } from '@mantine/core';
import { lazy, Suspense, useRef, useState, type ReactNode } from 'react';

import type { Collection, EntrySummary } from '../../api/types.gen';
import { part } from '../../app/part';
import { useSpeech } from '../../i18n/text';
import { Icon } from '../../ui/icons';
import classes from './EditableCell.module.css';

const CellEditor = lazy(part(() => import('./CellEditor').then((module) => ({ default: module.CellEditor }))));

interface EditableCellProps {
  collection: Collection;
  row: EntrySummary;
  field: string;
  /** What the property and the entry are called. */
  name: string;
  title: string;
  children: ReactNode;
}

/** A cell of a list with a way to change its value where it stands: for the pointer, and for keys in the row where they are. */
export function EditableCell({ collection, row, field, name, title, children }: EditableCellProps) {
  const { t } = useSpeech();
  const button = useRef<HTMLButtonElement>(null);
  const [opened, open] = useState(false);
  const close = () => {
    open(false);
    button.current?.closest<HTMLElement>('tr')?.focus({ preventScroll: true });
  };
  return (
    <>
      {children}
      <Popover opened={opened} closeOnClickOutside={false} closeOnEscape={false} position="bottom-start" width={340} trapFocus shadow="md">
        <Popover.Target>
          <ActionIcon
            ref={button}
            variant="default"
            size={24}
            className={classes['edit']}
            data-opened={opened || undefined}
            aria-label={t('list.editCell', { field: name, title })}
            title={t('list.editCell', { field: name, title })}
            onMouseDown={(event) => {
              event.preventDefault(); // the field will have the focus
              open(true);
            }}
            onClick={() => open(true)}
          >
            <Icon name="draft" size={14} />
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown aria-label={t('list.editCell', { field: name, title })} onClick={(event) => event.stopPropagation()} onFocus={(event) => event.stopPropagation()} className={classes['dropdown']}>
          <Suspense fallback={<Loader size="sm" aria-label={t('app.loading')} />}>{opened && <CellEditor collection={collection} id={row.id} field={field} close={close} />}</Suspense>
        </Popover.Dropdown>
      </Popover>
    </>
  );
}
